import type { TestFailure } from '../test-report.ts'
import { createFailure, mostFailures } from './failure.ts'
import { readJestFamily } from './jest-family.ts'
import {
  emptyRun,
  milliseconds,
  parseCounts,
  type Reader,
  type RunTotals,
  type Trust,
} from './reading.ts'

export const readVitest: Reader = (output, trust) =>
  readJestFamily(output, 'vitest', {
    home: 'stdout',
    readSummaries: (lines) => readSummaries(lines, trust),
    readFailures,
  })

function readSummaries(lines: readonly string[], trust: Trust): RunTotals[] {
  const runs: RunTotals[] = []
  let brokenFiles: number | undefined
  for (const [index, line] of lines.entries()) {
    const files = /^ Test Files {2}(.+?)(?: \(\d+\))?$/.exec(line.slice(0, 200))?.[1]
    if (files !== undefined) brokenFiles = countsOf(files)?.['failed'] ?? 0
    if (/^No test files found, exiting with code \d$/.test(line)) runs.push(emptyRun)
    const tests = /^ {6}Tests {2}(.+?)(?: \(\d+\))?$/.exec(line.slice(0, 200))?.[1]
    if (tests === undefined) continue
    const counts = countsOf(tests)
    if (counts === undefined || (trust === 'output' && brokenFiles === undefined)) continue
    const failed = counts['failed'] ?? 0
    runs.push({
      format: 'text',
      passed: counts['passed'] ?? 0,
      failed,
      skipped: (counts['skipped'] ?? 0) + (counts['todo'] ?? 0) + (counts['expected fail'] ?? 0),
      errors: unhandledErrors(lines, index) + (failed === 0 ? (brokenFiles ?? 0) : 0),
      durationMs: duration(lines, index),
    })
    brokenFiles = undefined
  }
  return runs
}

function countsOf(text: string) {
  return text === 'no tests' ? {} : parseCounts(text, ' | ')
}

function unhandledErrors(lines: readonly string[], index: number): number {
  const next = lines.slice(index + 1, index + 4)
  const count = next.map((line) => /^ {5}Errors {2}(\d{1,9}) errors?$/.exec(line)?.[1])
  return Number(count.find((found) => found !== undefined) ?? 0)
}

function duration(lines: readonly string[], index: number): number | undefined {
  for (const line of lines.slice(index + 1, index + 7)) {
    const match = /^ {3}Duration {2}(\d+(?:\.\d+)?)(ms|s|m)\b/.exec(line)
    if (match !== null) return milliseconds(match[1], match[2])
  }
  return undefined
}

function readFailures(lines: readonly string[]): TestFailure[] {
  const failures: TestFailure[] = []
  for (let index = 0; index < lines.length && failures.length < mostFailures; index++) {
    const names: string[] = []
    for (; isHeading(lines[index]); index++) names.push((lines[index] ?? '').slice(7))
    if (names.length === 0) continue
    const block = lines.slice(index, index + 60)
    const end = block.findIndex((line) => /^ ❯ |^⎯⎯⎯|^ {2,}\d+\|/.test(line) || isHeading(line))
    const message = block.slice(0, end === -1 ? 20 : end)
    const stack = block.filter((line) => line.startsWith(' ❯ '))
    failures.push(...names.map((name) => failureOf(name, message, stack)))
    index--
  }
  return failures
}

function isHeading(line: string | undefined): boolean {
  return line?.startsWith(' FAIL  ') ?? false
}

/** A heading is `file > suite > test`, behind the project if it has a name, or `file [ file ]` when the file itself is broken. */
function failureOf(heading: string, message: string[], stack: string[]): TestFailure {
  const parts = heading.replace(/^(?:\|[^|]*\| | \S+ {2})/, '').split(' > ')
  const file = parts[0]?.replace(/ \[ .*$/, '')
  const name = parts.length > 1 ? parts.slice(1).join(' > ') : (file ?? heading)
  const failure = createFailure({ name, message, stack })
  return failure.file === undefined && file !== undefined ? { ...failure, file } : failure
}
