import { type OutputLines, streamsFrom } from '../output-lines.ts'
import type { ReportFormat, TestFailure } from '../test-report.ts'

/** What one run of a runner says about itself. */
export interface RunTotals {
  readonly format: ReportFormat
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly errors?: number
  readonly counts?: 'packages'
  readonly durationMs?: number | undefined
}

/** Of a runner that found nothing to run. */
export const emptyRun: RunTotals = { format: 'text', passed: 0, failed: 0, skipped: 0 }

/** All runs of one runner whose result stands in an output, in order, and what failed in them. */
export interface Reading {
  readonly runs: readonly RunTotals[]
  readonly failures: readonly TestFailure[]
}

/**
 * `command`: the command line names the runner, so that a cut report will do.
 * `output`: only the shape of the report tells; it has to be beyond doubt.
 */
export type Trust = 'command' | 'output'

export type Reader = (output: OutputLines, trust: Trust) => Reading

export const nothing: Reading = { runs: [], failures: [] }

/** Reads the home stream of a runner; the other one only if the home stream tells nothing. */
export function readStreams(
  output: OutputLines,
  home: 'stdout' | 'stderr',
  read: (lines: readonly string[]) => Reading,
): Reading {
  for (const lines of streamsFrom(output, home)) {
    const reading = read(lines)
    if (reading.runs.length > 0) return reading
  }
  return nothing
}

/**
 * A runner that writes JSON may also print text, and a program under test can print either. Where
 * both are there, the one that claims less is believed; JSON says more about failures.
 */
export function soberer(json: Reading, text: Reading): Reading {
  if (json.runs.length === 0) return text
  return text.runs.length > 0 && executedIn(text) < executedIn(json) ? text : json
}

function executedIn(reading: Reading): number {
  return reading.runs.reduce((sum, run) => sum + run.passed + run.failed, 0)
}

/** `2 failed | 1 passed` → { failed: 2, passed: 1 }; undefined when a part is no count. */
export function parseCounts(
  text: string,
  separator: string,
): Readonly<Record<string, number>> | undefined {
  const counts: Record<string, number> = {}
  for (const part of text.split(separator, 12)) {
    const match = /^(?:\d+ of )?(\d{1,9}) ([a-z]+(?: [a-z]+)?)$/.exec(part)
    if (match?.[1] === undefined || match[2] === undefined) return undefined
    counts[match[2]] = Number(match[1])
  }
  return counts
}

export function milliseconds(amount: string | undefined, unit: string | undefined) {
  const factor = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[unit ?? '']
  return amount === undefined || factor === undefined ? undefined : Number(amount) * factor
}
