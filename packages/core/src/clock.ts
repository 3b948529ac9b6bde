/** Time as a port, so that waits, deadlines and back-off run in tests without waiting. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Resolves after the time has passed, or rejects with the signal's reason as soon as it aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
}

/** A number in [0, 1). */
export type Random = () => number

/** A timer set for longer than this, some 25 days, rings at once. */
const longestTimerMs = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason)
        return
      }
      let timer: ReturnType<typeof setTimeout>
      const stop = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const wait = (left: number) => {
        const now = Math.min(left, longestTimerMs)
        timer = setTimeout(() => (left > now ? wait(left - now) : finish()), now)
      }
      const finish = () => {
        signal?.removeEventListener('abort', stop)
        resolve()
      }
      signal?.addEventListener('abort', stop, { once: true })
      wait(milliseconds)
    }),
}
