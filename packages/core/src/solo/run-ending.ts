import type { InvocationFailure } from '../ai/invocation-error.ts'
import type { Deliverable, DeliverableStatus } from './deliverable.ts'
import type { RunOutcome } from './run-event.ts'
import type { SessionReport } from './session.ts'

export interface RunEnding {
  readonly outcome: RunOutcome
  /** For a person. */
  readonly reason: string
  /** What made the last session fail, where that is why the run got no further. */
  readonly cause?: InvocationFailure
}

export interface RunLimits {
  /** Without it, as many sessions as it takes. */
  readonly maxIterations?: number
  readonly maxBudgetUsd?: number
  /** Ends the run at a usage limit instead of waiting for the reset. */
  readonly noWait?: boolean
}

export interface RunFacts {
  readonly interrupted: boolean
  readonly status: DeliverableStatus
  readonly iterations: number
  readonly costUsd: number
  /** Sessions in a row that changed nothing. */
  readonly idleSessions: number
  /** Sessions in a row that ended in a state that there had been before, as when two undo each other. */
  readonly circlingSessions: number
  readonly lastSession?: SessionReport
}

const idleSessionLimit = 3
const circlingSessionLimit = 6
const mostNamed = 5
/** A sum of costs misses its limit by what floating point leaves over. */
const nothingUsd = 1e-9

/** Why a run is over, or nothing while it goes on. The first reason that holds is the one that counts. */
export function findEnding(facts: RunFacts, limits: RunLimits): RunEnding | undefined {
  const { deliverables } = facts.status
  if (facts.interrupted) return interrupted
  if (isAchieved(deliverables))
    return { outcome: 'all_passed', reason: describeSuccess(deliverables) }
  if (isAllBlocked(deliverables)) {
    return { outcome: 'all_blocked', reason: describeBlocked(deliverables) }
  }
  return (
    findStall(facts) ??
    findSpentBudget(facts, limits) ??
    findUsageLimit(facts, limits) ??
    findLastIteration(facts, limits)
  )
}

export const interrupted: RunEnding = { outcome: 'interrupted', reason: 'interrupted' }

/** Whatever can be done is done, and there was something to do. */
export function isAchieved(deliverables: readonly Deliverable[]): boolean {
  return (
    deliverables.some(({ passed }) => passed) &&
    deliverables.every(({ passed, blocked }) => passed || blocked)
  )
}

export function describeReset(resetsAt: Date | null): string {
  return resetsAt === null ? 'nobody said when it resets' : `it resets at ${resetsAt.toISOString()}`
}

function isAllBlocked(deliverables: readonly Deliverable[]): boolean {
  return deliverables.length > 0 && deliverables.every(({ blocked }) => blocked)
}

function describeSuccess(deliverables: readonly Deliverable[]): string {
  const blocked = deliverables.filter((deliverable) => deliverable.blocked).length
  const all = count(deliverables.length, 'deliverable')
  if (blocked === 0) return `${all} passed`
  return `${deliverables.length - blocked} of ${all} passed, ${blocked} blocked`
}

function describeBlocked(deliverables: readonly Deliverable[]): string {
  const named = deliverables.slice(0, mostNamed).map(({ id }) => id)
  const others = deliverables.length - named.length
  const all = others === 0 ? named : [...named, `and ${others} more`]
  return `none of ${count(deliverables.length, 'deliverable')} can be done here: ${all.join(', ')}`
}

function findStall({
  idleSessions,
  circlingSessions,
  lastSession,
}: RunFacts): RunEnding | undefined {
  const lastError = lastSession?.errors.at(-1)
  if (lastSession?.repeatedTool !== undefined && lastError !== undefined) {
    return { outcome: 'stalled', reason: lastError }
  }
  if (idleSessions >= idleSessionLimit) {
    const reason = `${idleSessions} sessions in a row changed no deliverable and no file`
    return withCause({ outcome: 'stalled', reason }, lastSession)
  }
  if (circlingSessions >= circlingSessionLimit) {
    const reason = `${circlingSessions} sessions in a row only brought back what had been before`
    return withCause({ outcome: 'stalled', reason }, lastSession)
  }
  return undefined
}

/** Sessions that only failed are no cause of anything: what made them fail is. */
function withCause(ending: RunEnding, lastSession: SessionReport | undefined): RunEnding {
  const error = lastSession?.errors.at(-1)
  if (error === undefined) return ending
  return {
    outcome: ending.outcome,
    reason: `${ending.reason}; the last ended with: ${error}`,
    ...(lastSession?.failure === undefined ? {} : { cause: lastSession.failure }),
  }
}

function findSpentBudget(
  { costUsd }: RunFacts,
  { maxBudgetUsd }: RunLimits,
): RunEnding | undefined {
  if (maxBudgetUsd === undefined || maxBudgetUsd - costUsd > nothingUsd) return undefined
  const reason = `$${costUsd.toFixed(2)} of the budget of $${maxBudgetUsd.toFixed(2)} is spent`
  return { outcome: 'budget', reason }
}

function findUsageLimit({ lastSession }: RunFacts, { noWait }: RunLimits): RunEnding | undefined {
  const resetsAt = lastSession?.quotaResetsAt
  if (noWait !== true || resetsAt === undefined) return undefined
  return { outcome: 'quota', reason: `the usage limit is reached; ${describeReset(resetsAt)}` }
}

function findLastIteration(
  { iterations, lastSession }: RunFacts,
  { maxIterations }: RunLimits,
): RunEnding | undefined {
  if (maxIterations === undefined || iterations < maxIterations) return undefined
  const reason = `the limit of ${count(maxIterations, 'session')} is reached`
  return withCause({ outcome: 'max_iterations', reason }, lastSession)
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
