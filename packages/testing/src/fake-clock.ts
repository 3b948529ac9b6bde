import type { Clock } from '@agency/core'

export interface FakeClock extends Clock {
  /** Every wait that passed, in order; a wait that was cut short is not one. */
  readonly waits: readonly number[]
}

/**
 * A clock on which time passes only when everybody waits: as soon as there is nothing else to do, it
 * jumps to the end of the shortest wait.
 */
export function fakeClock(startsAt = Date.UTC(2026, 0, 1)): FakeClock {
  let now = startsAt
  const waits: number[] = []
  const sleepers = new Set<{ at: number; milliseconds: number; wake: () => void }>()
  let jumping = false

  const jump = () => {
    if (jumping || sleepers.size === 0) return
    jumping = true
    setImmediate(() => {
      jumping = false
      const next = [...sleepers].sort((a, b) => a.at - b.at)[0]
      if (next === undefined) return
      sleepers.delete(next)
      now = Math.max(now, next.at)
      waits.push(next.milliseconds)
      next.wake()
      jump()
    })
  }

  return {
    waits,
    now: () => now,
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted()
        const sleeper = { at: now + milliseconds, milliseconds, wake: resolve }
        sleepers.add(sleeper)
        signal?.addEventListener(
          'abort',
          () => {
            sleepers.delete(sleeper)
            reject(signal.reason)
          },
          { once: true },
        )
        jump()
      }),
  }
}
