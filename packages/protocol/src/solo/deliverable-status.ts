import type { DeliverableStatus, Result } from '@agency/core'
import { z } from 'zod'
import type { InvalidFileError } from '../invalid-file-error.ts'
import { parseJsonFile } from '../parse-json-file.ts'

/**
 * The text of .autonoe/status.json. Names that agency does not know are kept in the values, so that
 * saving what was loaded loses nothing.
 */
export function parseDeliverableStatus(
  text: string,
  file = '.autonoe/status.json',
): Result<DeliverableStatus, InvalidFileError> {
  return parseJsonFile(text, deliverableStatus, {
    name: file,
    fix: 'Correct it, bring back a good one from git, or move it away to plan the work anew',
  })
}

/** As it stands on disk: the fields of the seed first, two spaces, a line end at the end. */
export function formatDeliverableStatus(status: DeliverableStatus): string {
  const deliverables = status.deliverables.map((deliverable) => {
    const { id, name, acceptanceCriteria, passed, blocked, ...rest } = deliverable
    return { id, name, acceptanceCriteria, passed, blocked, ...rest }
  })
  return `${JSON.stringify({ ...status, deliverables }, undefined, 2)}\n`
}

/** The names that agency gives a meaning; all others are somebody else's. */
export const knownStatusNames: ReadonlySet<string> = new Set(['deliverables', 'costUsd'])
export const knownDeliverableNames: ReadonlySet<string> = new Set(
  'id name acceptanceCriteria passed blocked verify tests proof lostPass'.split(' '),
)

const texts = z.array(z.string()).readonly()

const proof = z.discriminatedUnion('kind', [
  z.looseObject({ kind: z.literal('self-reported') }),
  z.looseObject({
    kind: z.literal('verified'),
    evidence: z.string(),
    testFiles: z.record(z.string(), z.string()).readonly(),
    project: z.exactOptional(z.string()),
  }),
])

const lostPass = z.looseObject({ reason: z.string(), evidence: z.exactOptional(z.string()) })

const deliverable = z
  .looseObject({
    id: z.string().regex(/\S/, 'must not be empty'),
    name: z.string(),
    acceptanceCriteria: texts,
    passed: z.boolean(),
    blocked: z.boolean().default(false),
    verify: z.exactOptional(texts),
    tests: z.exactOptional(texts),
    proof: z.exactOptional(proof),
    lostPass: z.exactOptional(lostPass),
  })
  .refine(({ passed, blocked }) => !(passed && blocked), {
    message: 'passed and blocked cannot both be true',
  })

const deliverableStatus: z.ZodType<DeliverableStatus> = z.looseObject({
  deliverables: z
    .array(deliverable)
    .readonly()
    .superRefine((deliverables, context) => {
      const seen = new Set<string>()
      deliverables.forEach(({ id }, index) => {
        if (seen.has(id)) {
          const message = `"${id}" is the id of an earlier deliverable; an id stands for one`
          context.addIssue({ code: 'custom', path: [index, 'id'], message })
        }
        seen.add(id)
      })
    }),
  costUsd: z.exactOptional(z.number().nonnegative('must not be less than 0')),
})
