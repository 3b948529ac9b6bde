/** One thing that is measured: each call gives one reading. */
export interface Contestant {
  readonly name: string
  readonly read: () => Promise<Reading>
}

interface Reading {
  readonly milliseconds: number
  /** The most memory that was in use at once by the process and all that it started, where it was looked at. */
  readonly megabytesWithChildren?: number
}

export interface Measured {
  readonly name: string
  readonly medianMs: number
  readonly fastestMs: number
  readonly megabytesWithChildren?: number
  readonly runs: number
}

const warmUps = 1

/** In turns, so that a busy moment of the machine falls on all of them. */
export async function measure(
  contestants: readonly Contestant[],
  runs: number,
): Promise<Measured[]> {
  const readings = new Map<string, Reading[]>(contestants.map(({ name }) => [name, []]))
  for (let round = -warmUps; round < runs; round++) {
    for (const { name, read } of contestants) {
      const reading = await read()
      if (round >= 0) readings.get(name)?.push(reading)
    }
  }
  return [...readings].map(([name, values]) => summarize(name, values))
}

function summarize(name: string, readings: readonly Reading[]): Measured {
  const times = readings.map((reading) => reading.milliseconds)
  const memory = readings.flatMap((reading) => reading.megabytesWithChildren ?? [])
  return {
    name,
    medianMs: median(times),
    fastestMs: Math.min(...times),
    ...(memory.length === 0 ? {} : { megabytesWithChildren: median(memory) }),
    runs: readings.length,
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = Number.NaN, high = low] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return (low + high) / 2
}
