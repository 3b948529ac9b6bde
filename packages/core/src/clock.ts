/** Time as a port, so that waits, deadlines and back-off run in tests without waiting. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Resolves after the time has passed, or rejects with the signal's reason as soon as it aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
}

/** A number in [0, 1). */
export type Random = () => number

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason)
        return
      }
      const stop = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop)
        resolve()
      }, milliseconds)
      signal?.addEventListener('abort', stop, { once: true })
    }),
}
