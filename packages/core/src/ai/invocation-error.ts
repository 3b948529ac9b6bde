import { AgencyError } from '../agency-error.ts'
import type { AIResult } from './result.ts'

/** Why a run of Claude failed. Callers branch on this, never on a message. */
export type InvocationFailure =
  | 'not-installed'
  | 'bad-configuration'
  | 'bad-request'
  | 'authentication'
  | 'rate-limit'
  | 'quota'
  | 'overload'
  | 'server'
  | 'network'
  | 'context-overflow'
  | 'billing'
  | 'budget'
  | 'turns'
  | 'timeout'
  | 'cancelled'
  | 'parse'
  | 'empty'
  | 'process'
  | 'other'

const transientFailures: ReadonlySet<InvocationFailure> = new Set<InvocationFailure>([
  'rate-limit',
  'overload',
  'server',
  'network',
])

/** Whether the same run may well succeed a moment later. */
export function isTransient(failure: InvocationFailure): boolean {
  return transientFailures.has(failure)
}

/** How far a run had come that gave no result: its conversation can be continued. */
export type RunSoFar = Pick<AIResult, 'sessionId' | 'filesChanged' | 'model'> &
  Partial<Pick<AIResult, 'totalCostUsd'>>

/** A run that gave no result. Its message begins with what was attempted. */
export class ClaudeInvocationError extends AgencyError<'claude_invocation'> {
  readonly kind: InvocationFailure
  /** The message without its beginning. */
  readonly detail: string
  /** Absent when it ended before there was a conversation. */
  readonly soFar: RunSoFar | undefined

  constructor(
    kind: InvocationFailure,
    detail: string,
    options: {
      data?: Record<string, unknown>
      cause?: unknown
      soFar?: RunSoFar | undefined
    } = {},
  ) {
    super('claude_invocation', `failed to invoke claude: ${detail}`, options)
    this.kind = kind
    this.detail = detail
    this.soFar = options.soFar
  }
}
