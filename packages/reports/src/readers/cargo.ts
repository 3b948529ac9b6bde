import { type OutputLines, streamsFrom } from '../output-lines.ts'
import type { TestFailure } from '../test-report.ts'
import { createFailure, mostFailures } from './failure.ts'
import { nothing, type Reader, type RunTotals } from './reading.ts'

/** `cargo test` is one run, though every binary and the doc tests report on their own. */
export const readCargo: Reader = (output) => {
  for (const lines of streamsFrom(output, 'stdout')) {
    const results = readResults(lines)
    if (results.length > 0) return { runs: [sum(results)], failures: readFailures(output) }
  }
  const errors = compilerErrors(output)
  if (errors.length === 0) return nothing
  const run: RunTotals = { format: 'text', passed: 0, failed: 0, skipped: 0, errors: errors.length }
  return { runs: [run], failures: errors }
}

interface BinaryResult {
  readonly passed: number
  readonly failed: number
  readonly ignored: number
  readonly seconds: number
}

const result =
  /^test result: (?:ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored; (\d+) measured; \d+ filtered out(?:; finished in (\d+(?:\.\d+)?)s)?$/

/**
 * Each binary says how many tests it runs and ends with a result over just as many. A test may
 * print such a line too; the last that fits is the binary's own.
 */
function readResults(lines: readonly string[]): BinaryResult[] {
  const results: BinaryResult[] = []
  let expected: number | undefined
  let last: BinaryResult | undefined
  for (const line of lines) {
    const running = /^running (\d{1,9}) tests?$/.exec(line.slice(0, 100))?.[1]
    if (running !== undefined) {
      if (last !== undefined) results.push(last)
      last = undefined
      expected = Number(running)
    }
    const match = result.exec(line.slice(0, 300))
    if (match === null || expected === undefined) continue
    const [passed = 0, failed = 0, ignored = 0, measured = 0] = match.slice(1, 5).map(Number)
    if (passed + failed + ignored + measured !== expected) continue
    last = { passed, failed, ignored, seconds: Number(match[5] ?? 0) }
  }
  if (last !== undefined) results.push(last)
  return results
}

function sum(results: readonly BinaryResult[]): RunTotals {
  const total = (pick: (result: BinaryResult) => number) =>
    results.reduce((sofar, candidate) => sofar + pick(candidate), 0)
  return {
    format: 'text',
    passed: total(({ passed }) => passed),
    failed: total(({ failed }) => failed),
    skipped: total(({ ignored }) => ignored),
    durationMs: Math.round(total(({ seconds }) => seconds) * 1000),
  }
}

/** The names come from the list of failures; the panics stand in the captured or the bare output. */
function readFailures(output: OutputLines): TestFailure[] {
  const panics = new Map<string, TestFailure>()
  for (const lines of streamsFrom(output, 'stdout')) {
    for (const [index, line] of lines.entries()) {
      const match = panic.exec(line.slice(0, 1000))
      if (match?.[1] === undefined || panics.size >= 10 * mostFailures) continue
      const [, name, file, number] = match
      const block = lines.slice(index + 1, index + 30)
      const end = block.findIndex((next) => /^(?:stack backtrace:|note: |error: |$)/.test(next))
      const message = end === -1 ? block : block.slice(0, end)
      panics.set(name, createFailure({ name, message, file, line: Number(number) }))
    }
  }
  return failedNames(output.stdout)
    .slice(0, mostFailures)
    .map((name) => panics.get(name) ?? createFailure({ name, message: '' }))
}

const panic = /^thread '(.+?)'(?: \(\d+\))? panicked at (?:.*, )?([^\s:]+):(\d{1,7}):\d+:?$/

function failedNames(lines: readonly string[]): string[] {
  const names: string[] = []
  let isList = false
  for (const line of lines) {
    if (isList && /^ {4}\S/.test(line)) names.push(line.trim())
    else isList = line === 'failures:'
  }
  return names
}

function compilerErrors(output: OutputLines): TestFailure[] {
  const lines = streamsFrom(output, 'stderr').flat()
  if (!lines.some((line) => line.startsWith('error: could not compile '))) return []
  return lines
    .flatMap((line, index) => {
      const message = /^error(?:\[E\d+\])?: (.+)$/.exec(line.slice(0, 1000))?.[1]
      const place = /^ +--> (.+):(\d{1,7}):\d+$/.exec((lines[index + 1] ?? '').slice(0, 1000))
      if (message === undefined || place?.[1] === undefined) return []
      const [, file, number] = place
      return [createFailure({ name: file, message, file, line: Number(number) })]
    })
    .slice(0, mostFailures)
}
