import type { InvocationFailure } from './invocation-error.ts'

/** What a run came to. `success` is the model's own word, not yet anybody's proof. */
export interface AIResult {
  readonly outcome: 'success' | 'failure' | 'quota'
  readonly success: boolean
  readonly output: string
  readonly sessionId: string
  readonly durationMs: number
  readonly numTurns: number
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
