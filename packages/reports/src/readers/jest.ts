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

export const readJest: Reader = (output, trust) =>
  readJestFamily(output, 'jest', {
    home: 'stderr',
    readSummaries: (lines) => readSummaries(lines, trust),
    readFailures: (lines) => distinct(readFailures(lines)),
  })

function readSummaries(lines: readonly string[], trust: Trust): RunTotals[] {
  const runs: RunTotals[] = []
  let brokenSuites = 0
  let seen = false
  for (const [index, line] of lines.entries()) {
    if (line === '  ● Test suite failed to run') brokenSuites++
    if (/^Test Suites: .*\d+ total$/.test(line.slice(0, 200))) seen = true
    if (/^No tests found, exiting with code \d$/.test(line)) runs.push(emptyRun)
    const tests = /^Tests: {2,}(.+)$/.exec(line.slice(0, 200))?.[1]
    const counts = tests === undefined ? undefined : parseCounts(tests, ', ')
    if (counts?.['total'] === undefined || (trust === 'output' && !seen)) continue
    const time = lines.slice(index + 1, index + 5).map((next) => timing.exec(next.slice(0, 100)))
    const found = time.find((match) => match !== null)
    runs.push({
      format: 'text',
      passed: counts['passed'] ?? 0,
      failed: counts['failed'] ?? 0,
      skipped: (counts['skipped'] ?? 0) + (counts['todo'] ?? 0),
      errors: brokenSuites,
      durationMs: milliseconds(found?.[1], found?.[2]),
    })
    brokenSuites = 0
    seen = false
  }
  return runs
}

const timing = /^Time: {2,}(\d+(?:\.\d+)?) (ms|s|m|h)\b/

function readFailures(lines: readonly string[]): TestFailure[] {
  const failures: TestFailure[] = []
  let file: string | undefined
  for (let index = 0; index < lines.length && failures.length < mostFailures; index++) {
    const line = lines[index] ?? ''
    const suite = /^ ?(PASS|FAIL) {1,2}(?:\.\/)?(\S.*?)(?: \(.*\))?$/.exec(line.slice(0, 500))
    if (suite !== null) file = suite[1] === 'FAIL' ? suite[2] : undefined
    if (!line.startsWith('  ● ') || file === undefined || line === '  ● Console') continue
    failures.push(failureAt(lines, index, file))
  }
  return failures
}

function failureAt(lines: readonly string[], index: number, file: string): TestFailure {
  const block = lines.slice(index + 1, index + 80)
  const next = block.findIndex((line) => /^ {2}● |^Test Suites: |^ ?(PASS|FAIL) /.test(line))
  const own = next === -1 ? block : block.slice(0, next)
  const advice = own.indexOf('    Details:')
  const told = own.slice(advice + 1)
  const end = told.findIndex((line) => /^\s+(> )?\s*\d+ \||^\s+at /.test(line.slice(0, 200)))
  const message = told.slice(0, end === -1 ? 30 : end)
  const title = (lines[index] ?? '').slice(4)
  const name = title === 'Test suite failed to run' ? file : title
  if (advice !== -1) return syntaxError(name, message, file)
  const stack = own.filter((line) => /^\s+at /.test(line))
  const failure = createFailure({ name, message, stack })
  return failure.file === undefined ? { ...failure, file } : failure
}

/** `SyntaxError: /project/sum.test.js: Unexpected token (3:0)`, after much advice. */
function syntaxError(name: string, message: readonly string[], file: string): TestFailure {
  const place = message.map((line) => /\((\d{1,7}):\d+\)$/.exec(line.slice(-40))?.[1])
  const line = place.find((found) => found !== undefined)
  return createFailure({ name, message, file, line: line === undefined ? undefined : Number(line) })
}

/** Jest repeats the failures at the end of a long run. */
function distinct(failures: readonly TestFailure[]): TestFailure[] {
  const byIdentity = new Map(
    failures.map((failure) => [`${failure.file}\0${failure.name}\0${failure.message}`, failure]),
  )
  return [...byIdentity.values()]
}
