import type { Evidence, Result } from '@agency/core'
import { z } from 'zod'
import type { InvalidFileError } from '../invalid-file-error.ts'
import { parseJsonFile } from '../parse-json-file.ts'

/** The text of a file under .autonoe/evidence. */
export function parseEvidence(text: string, file: string): Result<Evidence, InvalidFileError> {
  return parseJsonFile(text, evidence, {
    name: file,
    fix: 'Bring it back from git, or let the deliverable be verified again',
  })
}

export function formatEvidence(value: Evidence): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}

const count = z.number().int().nonnegative()

const tests = z.looseObject({
  outcome: z.enum(['passed', 'failed', 'empty']),
  recognizedBy: z.enum(['command', 'output']),
  runners: z.array(z.string()).readonly(),
  passed: count,
  failed: count,
  skipped: count,
  errors: count,
  executed: count,
})

const problems = z.looseObject({
  checkers: z.array(z.string()).readonly(),
  errors: count,
  warnings: count,
})

const check = z.discriminatedUnion('ran', [
  z.looseObject({
    command: z.string(),
    ran: z.literal(true),
    exitCode: z.number().int().nullable(),
    timedOut: z.boolean(),
    durationMs: z.number().nonnegative(),
    outputSha256: z.string(),
    output: z.string(),
    tests: z.exactOptional(tests),
    problems: z.exactOptional(problems),
  }),
  z.looseObject({ command: z.string(), ran: z.literal(false), reason: z.string() }),
])

const evidence: z.ZodType<Evidence> = z.looseObject({
  deliverableId: z.string(),
  outcome: z.enum(['accepted', 'refused']),
  reason: z.exactOptional(z.string()),
  startedAt: z.iso.datetime(),
  commit: z.string().nullable(),
  checks: z.array(check).readonly(),
  testFiles: z.record(z.string(), z.string()).readonly(),
  project: z.exactOptional(z.string()),
})
