import { type OutputLines, streamsFrom } from '../output-lines.ts'
import type { TestFailure } from '../test-report.ts'
import { readJestJson } from './jest-json.ts'
import { type Reading, type RunTotals, readStreams, soberer } from './reading.ts'

interface OwnText {
  readonly home: 'stdout' | 'stderr'
  readonly readSummaries: (lines: readonly string[]) => readonly RunTotals[]
  readonly readFailures: (lines: readonly string[]) => readonly TestFailure[]
}

/** Vitest writes the JSON of Jest; the text that they print is each one's own. */
export function readJestFamily(
  output: OutputLines,
  runner: 'jest' | 'vitest',
  { home, readSummaries, readFailures }: OwnText,
): Reading {
  const json = readStreams(output, 'stdout', (lines) => readJestJson(lines, runner))
  const text = readStreams(output, home, (lines) => ({ runs: readSummaries(lines), failures: [] }))
  const failures = streamsFrom(output, home).flatMap(readFailures)
  return soberer(json, { ...text, failures })
}
