import type { AIRequest, AIResult } from '@agency/core'
import { answeredTurns } from '../stream/claude-result.ts'
import type { AttemptRecord } from './attempt.ts'

export type Limits = Pick<AIRequest, 'maxBudgetUsd' | 'maxTurns'>

/** What the attempts of one run have used together, and what its limits leave for the next. */
export interface Tally {
  /** An attempt that began at this time has ended. */
  add(record: AttemptRecord, startedAt: number): void
  /** Whether a model may have said or done something. */
  begun(): boolean
  /** The figures of the run, as far as Claude told them. */
  totals(): Pick<AIResult, 'durationMs' | 'numTurns' | 'totalCostUsd'>
  /** Undefined when an attempt ended before it told. */
  costUsd(): number | undefined
  left(): Limits
  /** Why there may be no other attempt. */
  obstacle(): Obstacle | undefined
  /** A limit as it was given, in words. */
  limit(name: 'budget' | 'turns'): string
}

interface Obstacle {
  readonly detail: string
  /** The limit that is met; absent when that is not known. */
  readonly failure?: 'budget' | 'turns'
}

export function createTally({ maxBudgetUsd, maxTurns }: Limits): Tally {
  const ended: { readonly record: AttemptRecord; readonly startedAt: number }[] = []

  const sum = (figure: (record: AttemptRecord) => number) =>
    ended.reduce((total, { record }) => total + figure(record), 0)
  const some = (is: (record: AttemptRecord) => boolean) => ended.some(({ record }) => is(record))
  const spent = () => sum(({ result }) => result?.costUsd ?? 0)
  const answered = () => sum(({ result }) => (result === undefined ? 0 : answeredTurns(result)))
  const budgetLeft = (budget: number) =>
    spent() === 0 ? budget : Number((budget - spent()).toFixed(6))
  const limit = (name: 'budget' | 'turns') =>
    name === 'budget' ? `the budget of $${maxBudgetUsd}` : `the ${maxTurns} turns`
  const usedUp = (name: 'budget' | 'turns'): Obstacle => ({
    detail: `nothing is left of ${limit(name)}`,
    failure: name,
  })

  return {
    add(record, startedAt) {
      ended.push({ record, startedAt })
    },
    begun: () => some(({ begun }) => begun),
    totals() {
      const last = ended.at(-1)
      const result = last?.record.result
      const failedRequest = result === undefined ? 0 : result.numTurns - answeredTurns(result)
      const beforeLastMs = (last?.startedAt ?? 0) - (ended[0]?.startedAt ?? 0)
      return {
        durationMs: beforeLastMs + (result?.durationMs ?? 0),
        numTurns: answered() + failedRequest,
        totalCostUsd: spent(),
      }
    },
    costUsd: () => (some(({ result }) => result?.costUsd === undefined) ? undefined : spent()),
    left: () => ({
      ...(maxBudgetUsd === undefined ? {} : { maxBudgetUsd: budgetLeft(maxBudgetUsd) }),
      ...(maxTurns === undefined ? {} : { maxTurns: maxTurns - answered() }),
    }),
    obstacle() {
      if (maxBudgetUsd !== undefined) {
        if (some(({ begun, result }) => begun && result?.costUsd === undefined)) {
          return { detail: 'what it has spent of its budget is not known' }
        }
        if (budgetLeft(maxBudgetUsd) <= 0) return usedUp('budget')
      }
      if (maxTurns !== undefined) {
        if (some(({ begun, result }) => begun && result === undefined)) {
          return { detail: 'how many of its turns it has used is not known' }
        }
        if (maxTurns <= answered()) return usedUp('turns')
      }
      return undefined
    },
    limit,
  }
}
