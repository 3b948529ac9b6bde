import { ClaudeInvocationError, type Clock, type RunSoFar } from '@agency/core'

/** One signal for the end of a run, whoever asks for it: the caller, or the time that it was given. */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal
  timeLeftMs(): number
  /** Which of the two it was, once the signal is aborted. */
  endedBy(): 'cancelled' | 'timeout'
  /** The error that the end amounts to, for a run that had come so far, and what it waited on. */
  reason(soFar?: RunSoFar, trouble?: string): ClaudeInvocationError
}

export function startDeadline(timeoutMs: number, cancel: AbortSignal, clock: Clock): Deadline {
  const timeUp = new AbortController()
  const done = new AbortController()
  const endsAt = clock.now() + timeoutMs
  clock.sleep(timeoutMs, done.signal).then(
    () => timeUp.abort(),
    () => {}, // the run was quicker
  )
  const endedBy = () => (cancel.aborted ? 'cancelled' : 'timeout')
  return {
    signal: AbortSignal.any([cancel, timeUp.signal]),
    timeLeftMs: () => endsAt - clock.now(),
    endedBy,
    reason(soFar, trouble) {
      if (endedBy() === 'cancelled') {
        const options = { cause: cancel.reason, soFar }
        return new ClaudeInvocationError('cancelled', 'the run was cancelled', options)
      }
      const why = trouble === undefined ? '' : `; at last ${trouble}`
      const detail = `no result within ${formatDuration(timeoutMs)}${why}`
      return new ClaudeInvocationError('timeout', detail, { soFar })
    },
    [Symbol.dispose]: () => done.abort(),
  }
}

function formatDuration(milliseconds: number): string {
  const seconds = milliseconds / 1000
  return seconds >= 120 ? `${Math.round(seconds / 60)} minutes` : `${seconds} s`
}
