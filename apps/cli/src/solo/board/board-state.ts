import {
  assertNever,
  claimedPass,
  type DeliverableStatus,
  type RunEvent,
  type StreamEvent,
} from '@agency/core'
import { describeToolCall } from '../../frame/describe-tool-call.ts'
import { oneLine } from '../../frame/one-line.ts'

/** What the board shows: the run as far as its events have told it. */
export interface BoardState {
  /** Milliseconds since the epoch, as every time here. */
  readonly startedAt: number
  readonly status: DeliverableStatus
  /** Of this run; the status has that of all runs. */
  readonly costUsd: number
  readonly maxBudgetUsd?: number
  /** The number of the latest; 0 before the first. */
  readonly session: number
  readonly activity: Activity
  /** The deliverable that is being checked: a claim, or a pass that may no longer hold. */
  readonly checking?: string
  /** By deliverable: why its last claim was refused. */
  readonly refusals: Readonly<Record<string, string>>
  /** Who answered last. */
  readonly model?: string
}

type Activity =
  | { readonly kind: 'between-sessions' }
  | {
      readonly kind: 'session'
      readonly instruction: 'initializer' | 'coding'
      readonly startedAt: number
      readonly doing: string
    }
  | {
      readonly kind: 'final-check'
      readonly number: number
      readonly total: number
      readonly because: string
    }
  | { readonly kind: 'waiting'; readonly reason: 'delay' | 'quota'; readonly until: number }
  | { readonly kind: 'stopping' }

export function createBoardState(now: number, maxBudgetUsd?: number): BoardState {
  return {
    startedAt: now,
    status: { deliverables: [] },
    costUsd: 0,
    ...(maxBudgetUsd === undefined ? {} : { maxBudgetUsd }),
    session: 0,
    activity: { kind: 'between-sessions' },
    refusals: {},
  }
}

/** The state after the event, which came at that time. */
export function follow(state: BoardState, event: RunEvent, now: number): BoardState {
  switch (event.type) {
    case 'run_started':
      return { ...state, startedAt: event.at.getTime(), status: event.status }
    case 'session_started': {
      const { session, instruction } = event
      const activity = { kind: 'session', instruction, startedAt: now, doing: '' } as const
      return { ...state, session, activity }
    }
    case 'agent':
      return followAgent(state, event.event)
    case 'status_changed':
      return { ...state, status: event.status }
    case 'gate':
      return followGate(withoutClaim(state), event)
    case 'recheck': {
      const { deliverableId, number, total, because } = event
      const activity = { kind: 'final-check', number, total, because } as const
      return { ...state, activity, checking: deliverableId }
    }
    case 'session_ended':
      return {
        ...withoutClaim(state),
        costUsd: state.costUsd + event.result.costUsd,
        activity: { kind: 'between-sessions' },
      }
    case 'waiting': {
      const until = event.until.getTime()
      return { ...state, activity: { kind: 'waiting', reason: event.reason, until } }
    }
    case 'run_ended':
      return state
    default:
      return assertNever(event)
  }
}

function followAgent(state: BoardState, event: StreamEvent): BoardState {
  switch (event.type) {
    case 'agent_text':
      return doing(state, oneLine(event.text))
    case 'tool_invocation': {
      const next = doing(state, describeToolCall(event.name, event.input))
      const claim = claimedPass(event)
      return claim === undefined ? next : { ...next, checking: claim }
    }
    case 'tool_response':
      return withoutClaim(state)
    case 'session_end':
      return event.model === undefined ? state : { ...state, model: event.model }
    default:
      return assertNever(event)
  }
}

function doing(state: BoardState, text: string): BoardState {
  if (state.activity.kind !== 'session' || text === '') return state
  return { ...state, activity: { ...state.activity, doing: text } }
}

function followGate(state: BoardState, event: RunEvent & { type: 'gate' }): BoardState {
  const { [event.deliverableId]: _, ...others } = state.refusals
  if (event.outcome === 'accepted') return { ...state, refusals: others }
  return { ...state, refusals: { ...others, [event.deliverableId]: oneLine(event.detail) } }
}

function withoutClaim(state: BoardState): BoardState {
  const { checking: _, ...rest } = state
  return rest
}
