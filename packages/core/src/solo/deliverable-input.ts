import type { Deliverable } from './deliverable.ts'
import { failure, type ToolResult } from './tool-result.ts'

export interface CreateDeliverables {
  readonly deliverables: readonly NewDeliverable[]
}

export type NewDeliverable = Pick<
  Deliverable,
  'id' | 'name' | 'acceptanceCriteria' | 'verify' | 'tests'
>

export interface SetDeliverableStatus {
  readonly deliverableId: string
  readonly passed: boolean
}

export interface BlockDeliverable {
  readonly deliverableId: string
}

/** Why these cannot be created, or nothing. */
export function findMistake(
  input: readonly NewDeliverable[],
  existing: readonly Deliverable[],
): ToolResult | undefined {
  if (input.length === 0) return failure('INVALID_INPUT', 'Name at least one deliverable.')
  const taken = new Set(existing.map(({ id }) => id))
  const seen = new Set<string>()
  for (const { id, name, verify = [], tests = [] } of input) {
    if (!isIdentifier(id)) {
      return failure(
        'INVALID_INPUT',
        `"${id}" is no id: use up to 100 letters, digits, spaces or . _ : # -, and begin with a letter or digit.`,
      )
    }
    if (isBlank(name)) return failure('INVALID_INPUT', `${id} needs a name.`)
    if (verify.some(isBlank)) return failure('INVALID_INPUT', `${id} has an empty verify command.`)
    if (tests.some(isBlank)) return failure('INVALID_INPUT', `${id} has an empty path in tests.`)
    if (taken.has(id)) {
      return failure('ALREADY_EXISTS', `${id} exists already. Nothing was created.`)
    }
    if (seen.has(id)) {
      return failure('DUPLICATE_ID', `${id} is in this call twice. Nothing was created.`)
    }
    seen.add(id)
  }
  return undefined
}

/** Ids name evidence files and stand in lines for people: no separators, no control characters. */
function isIdentifier(id: string): boolean {
  return id.length <= 100 && /^[\p{L}\p{N}][\p{L}\p{N} ._:#-]*$/u.test(id)
}

function isBlank(text: string): boolean {
  return text.trim() === ''
}
