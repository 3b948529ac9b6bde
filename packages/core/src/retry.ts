import type { Clock, Random } from './clock.ts'

export interface RetryPolicy {
  /** Attempts in all, the first included. */
  readonly attempts: number
  /** The wait before the second attempt; it doubles for each one after. */
  readonly baseDelayMs: number
  /** The share of the delay, 0 to 1, that chance adds or takes away. */
  readonly jitter: number
}

export const defaultRetryPolicy: RetryPolicy = { attempts: 3, baseDelayMs: 1_000, jitter: 0.25 }

/** What one attempt came to. A server that named its own time replaces the computed delay. */
export type Attempt<T> =
  | { readonly settled: true; readonly value: T }
  | { readonly settled: false; readonly value: T; readonly retryAfterMs?: number }

export interface Retried<T> {
  readonly value: T
  readonly attempts: number
  /** True when the last allowed attempt still asked for another. */
  readonly exhausted: boolean
}

export interface RetryPorts {
  readonly clock: Clock
  readonly random: Random
  readonly signal: AbortSignal
  /** Until the signal aborts for want of time. */
  readonly timeLeftMs: () => number
  readonly onWait?: (wait: { attempt: number; delayMs: number }) => void
}

/**
 * Repeats an attempt until it settles, or the server asks for a wait that there is no time for: then
 * what the server said is worth more than a timeout later. Rejects only if an attempt does, or the
 * signal aborts a wait.
 */
export async function retry<T>(
  attempt: (number: number) => Promise<Attempt<T>>,
  policy: RetryPolicy,
  { clock, random, signal, timeLeftMs, onWait }: RetryPorts,
): Promise<Retried<T>> {
  for (let number = 1; ; number++) {
    const outcome = await attempt(number)
    if (outcome.settled || number >= policy.attempts) {
      return { value: outcome.value, attempts: number, exhausted: !outcome.settled }
    }
    if ((outcome.retryAfterMs ?? 0) >= timeLeftMs()) {
      return { value: outcome.value, attempts: number, exhausted: false }
    }
    const delayMs = outcome.retryAfterMs ?? backoff(number, policy, random)
    onWait?.({ attempt: number, delayMs })
    await clock.sleep(delayMs, signal)
  }
}

function backoff(attempt: number, policy: RetryPolicy, random: Random): number {
  const swing = 1 + policy.jitter * (2 * random() - 1)
  return policy.baseDelayMs * 2 ** (attempt - 1) * swing
}
