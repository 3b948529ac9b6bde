import type { InvocationFailure } from './invocation-error.ts'

/**
 * What a run came to. `success` is the model's own word, not yet anybody's proof. The figures are those
 * of this run, all attempts together: not of the conversation it may have continued. They can be added up.
 */
export interface AIResult {
  readonly outcome: 'success' | 'failure' | 'quota'
  readonly success: boolean
  readonly output: string
  readonly sessionId: string
  /** From the start of the first attempt, with the waits; of the last attempt what Claude counts. */
  readonly durationMs: number
  /** Turns that the model took. Of the last attempt what Claude counts: also a request that failed. */
  readonly numTurns: number
  /** What Claude told. An attempt that was retried after it ended without a result adds nothing. */
  readonly totalCostUsd: number
  /** Empty on success, never empty otherwise. */
  readonly error: string
  /** Why it failed, for programs. Absent on success. */
  readonly failure?: InvocationFailure
  readonly filesChanged: readonly string[]
  /** The model that answered, as it named itself. Absent when no event told. */
  readonly model?: string
  /** When a `quota` ends, ISO 8601. Absent when the answer did not say. */
  readonly resetsAt?: string
}
