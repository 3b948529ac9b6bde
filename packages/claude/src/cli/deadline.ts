import { ClaudeInvocationError, type Clock } from '@agency/core'

/** One signal for the end of a run, whoever asks for it: the caller, or the time that it was given. */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal
  /** The error that the end amounts to. */
  reason(): ClaudeInvocationError
}

export function startDeadline(timeoutMs: number, cancel: AbortSignal, clock: Clock): Deadline {
  const timeUp = new AbortController()
  const done = new AbortController()
  clock.sleep(timeoutMs, done.signal).then(
    () => timeUp.abort(),
    () => {}, // the run was quicker
  )
  return {
    signal: AbortSignal.any([cancel, timeUp.signal]),
    reason: () =>
      cancel.aborted
        ? new ClaudeInvocationError('cancelled', 'the run was cancelled', { cause: cancel.reason })
        : new ClaudeInvocationError('timeout', `no result within ${formatDuration(timeoutMs)}`),
    [Symbol.dispose]: () => done.abort(),
  }
}

function formatDuration(milliseconds: number): string {
  const seconds = milliseconds / 1000
  return seconds >= 120 ? `${Math.round(seconds / 60)} minutes` : `${seconds} s`
}
