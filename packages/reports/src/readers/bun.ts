import type { TestFailure } from '../test-report.ts'
import { createFailure, mostFailures } from './failure.ts'
import {
  emptyRun,
  milliseconds,
  type Reader,
  type Reading,
  type RunTotals,
  readStreams,
} from './reading.ts'

export const readBun: Reader = (output) => readStreams(output, 'stderr', readText)

function readText(lines: readonly string[]): Reading {
  const failures = readFailures(lines)
  const hooks = failures.filter((failure) => failure.name.endsWith('(unnamed)')).length
  const runs = lines.flatMap((line, index) => {
    if (emptiness.test(line.slice(0, 500))) return [emptyRun]
    const ran = summary.exec(line.slice(0, 100))
    return ran === null ? [] : [totalsAbove(lines, index, ran, hooks)]
  })
  return { runs, failures }
}

const emptiness =
  /^(?:No tests found!|The following filters did not match any test files:|error: regex ".*" matched 0 tests\. Searched .*)$/
const summary = /^Ran (\d{1,9}) tests? across \d+ files?\. \[(\d+(?:\.\d+)?)(ms|s|m)\]$/

/** Bun counts a file that does not load as a failed test, and also as an error. */
function totalsAbove(
  lines: readonly string[],
  index: number,
  ran: RegExpExecArray,
  hooks: number,
): RunTotals {
  const counts: Record<string, number> = {}
  for (const line of lines.slice(Math.max(0, index - 10), index)) {
    const match = /^ ?(\d{1,9}) (pass|fail|skip|todo|error)s?$/.exec(line.slice(0, 80))
    if (match?.[2] !== undefined) counts[match[2]] = Number(match[1])
  }
  const errors = (counts['error'] ?? 0) + hooks
  return {
    format: 'text',
    passed: counts['pass'] ?? 0,
    failed: Math.max(0, (counts['fail'] ?? 0) - errors),
    skipped: (counts['skip'] ?? 0) + (counts['todo'] ?? 0),
    errors,
    durationMs: milliseconds(ran[2], ran[3]),
  }
}

/** The error stands above the line of the test that failed. */
function readFailures(lines: readonly string[]): TestFailure[] {
  const failures: TestFailure[] = []
  let file: string | undefined
  let since = 0
  for (const [index, line] of lines.entries()) {
    const text = line.slice(0, 1000)
    if (/^\S.*\.[cm]?[jt]sx?:$/.test(text)) file = text.slice(0, -1)
    const name = /^(?:\(fail\)|✗) (.+?)(?: \[[\d.]+m?s\])?$/.exec(text)?.[1]
    const isLoose = text === '# Unhandled error between tests'
    if (name !== undefined) failures.push(failureIn(lines.slice(since, index), name, file))
    if (isLoose) failures.push(failureIn(lines.slice(index + 1, index + 30), file ?? '', file))
    if (name !== undefined || isLoose || /^(?:\((?:pass|skip|todo)\)|[✓»✎]) /.test(text)) {
      since = index + 1
    }
    if (failures.length >= mostFailures) break
  }
  return failures
}

function failureIn(lines: readonly string[], name: string, file: string | undefined): TestFailure {
  const block = lines.slice(-60)
  const start = block.findIndex((line) => /^[A-Za-z]*[eE]rror: /.test(line.slice(0, 100)))
  const told = start === -1 ? block : block.slice(start)
  const end = told.findIndex((line) => /^\s+at |^-{20,}$/.test(line.slice(0, 100)))
  const stack = told.filter((line) => /^\s+at /.test(line))
  const failure = createFailure({ name, message: end === -1 ? told : told.slice(0, end), stack })
  return failure.file === undefined && file !== undefined ? { ...failure, file } : failure
}
