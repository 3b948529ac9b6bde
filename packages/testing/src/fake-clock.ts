import type { Clock } from '@agency/core'

export interface FakeClock extends Clock {
  /** Every wait that was asked for, in order. */
  readonly waits: readonly number[]
}

/** A clock on which every wait passes at once, in its own time. */
export function fakeClock(startsAt = Date.UTC(2026, 0, 1)): FakeClock {
  let now = startsAt
  const waits: number[] = []
  return {
    waits,
    now: () => now,
    async sleep(milliseconds, signal) {
      signal?.throwIfAborted()
      waits.push(milliseconds)
      now += milliseconds
    },
  }
}
