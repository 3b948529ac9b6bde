import type { InvocationFailure } from '../ai/invocation-error.ts'
import type { DeliverableStatus } from './deliverable.ts'
import type { StreamEvent } from './stream-event.ts'

/** What a person or a program follows of a run. */
export type RunEvent =
  | { readonly type: 'run_started'; readonly status: DeliverableStatus; readonly at: Date }
  | {
      readonly type: 'session_started'
      readonly session: number
      readonly instruction: 'initializer' | 'coding'
    }
  | { readonly type: 'agent'; readonly session: number; readonly event: StreamEvent }
  | { readonly type: 'status_changed'; readonly status: DeliverableStatus }
  | {
      readonly type: 'gate'
      readonly deliverableId: string
      readonly outcome: 'accepted' | 'refused'
      readonly detail: string
      /** Only of a pass that was accepted before: it still holds, or is lost. */
      readonly again?: true
    }
  /** Before a success: a passed deliverable is verified again, the number-th of the total. */
  | {
      readonly type: 'recheck'
      readonly deliverableId: string
      readonly number: number
      readonly total: number
      readonly because: string
    }
  | { readonly type: 'session_ended'; readonly session: number; readonly result: SessionResult }
  | { readonly type: 'waiting'; readonly reason: 'delay' | 'quota'; readonly until: Date }
  | { readonly type: 'run_ended'; readonly result: RunResult }

export interface SessionResult {
  readonly success: boolean
  readonly costUsd: number
  /** Milliseconds. */
  readonly duration: number
  readonly deliverablesPassedCount: number
  readonly deliverablesTotalCount: number
}

/** Why a run ended, in the order in which the reasons are looked at. */
export type RunOutcome =
  | 'interrupted'
  | 'all_passed'
  | 'all_blocked'
  | 'stalled'
  | 'budget'
  | 'quota'
  | 'max_iterations'
  /** Something of agency's own broke: the state, the project, the start of a client. */
  | 'failed'

export interface RunResult {
  readonly success: boolean
  readonly outcome: RunOutcome
  /** The outcome in words, for a person. */
  readonly reason: string
  /** What made the last session fail, where that is why the run got no further. */
  readonly cause?: InvocationFailure
  readonly iterations: number
  readonly deliverablesPassedCount: number
  readonly deliverablesTotalCount: number
  readonly blockedCount: number
  readonly totalCostUsd: number
  /** Milliseconds. */
  readonly totalDuration: number
  readonly interrupted?: boolean
  /** What broke, when the outcome is failed. */
  readonly error?: unknown
}

export type RunEventListener = (event: RunEvent) => void
