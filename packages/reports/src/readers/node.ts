import { type OutputLines, streamsFrom } from '../output-lines.ts'
import type { ReportFormat, TestFailure } from '../test-report.ts'
import { createFailure, mostFailures } from './failure.ts'
import { readJUnit } from './junit.ts'
import { nothing, type Reader, type RunTotals } from './reading.ts'
import { readTapFailures } from './tap.ts'

/**
 * Every reporter of node:test but `dot` ends in the same eight totals. Node counts a file without
 * tests as one test that passed, and a file that does not load as one that failed; neither is a test.
 */
export const readNode: Reader = (output) => {
  for (const lines of streamsFrom(output, 'stdout')) {
    const runs = readTotals(lines)
    if (runs.length > 0) return { runs, failures: readFailures(lines, output) }
  }
  return nothing
}

const names = ['tests', 'suites', 'pass', 'fail', 'cancelled', 'skipped', 'todo', 'duration_ms']
const formats: Readonly<Record<string, ReportFormat>> = { ℹ: 'text', '#': 'tap', '<!--': 'junit' }

function readTotals(lines: readonly string[]): RunTotals[] {
  const runs: RunTotals[] = []
  let files = { passed: 0, failed: 0 }
  const suites = new Set<string>()
  for (const [index, line] of lines.entries()) {
    const text = line.slice(0, 1000)
    if (text.startsWith('▶ ')) suites.add(text.slice(2))
    const outcome = fileOutcome(lines, index, suites)
    if (outcome !== undefined) files[outcome]++
    const mark = /^\s*(ℹ|#|<!--) tests \d+(?: -->)?$/.exec(text)?.[1]
    const totals = mark === undefined ? undefined : totalsAt(lines, index, mark)
    if (mark === undefined || totals === undefined) continue
    const [, , pass = 0, fail = 0, cancelled = 0, skipped = 0, todo = 0, duration] = totals
    runs.push({
      format: formats[mark] ?? 'text',
      passed: Math.max(0, pass - files.passed),
      failed: Math.max(0, fail - files.failed),
      skipped: skipped + todo,
      errors: cancelled + files.failed,
      durationMs: duration,
    })
    files = { passed: 0, failed: 0 }
  }
  return runs
}

function totalsAt(lines: readonly string[], index: number, mark: string): number[] | undefined {
  const totals = names.map((name, offset) => {
    const words = (lines[index + offset] ?? '').slice(0, 100).trim().split(' ')
    return words[0] === mark && words[1] === name ? Number(words[2]) : Number.NaN
  })
  return totals.every((total) => total >= 0) ? totals : undefined
}

/** Whether a line reports a whole file instead of a test, in any of the three formats. */
function fileOutcome(
  lines: readonly string[],
  index: number,
  suites: ReadonlySet<string>,
): 'passed' | 'failed' | undefined {
  const line = (lines[index] ?? '').slice(0, 1000)
  const tap = /^(not ok|ok) \d+ - (\S+)$/.exec(line)
  if (tap?.[2] !== undefined && isTestFile(tap[2])) {
    const isSuite = lines.slice(index + 1, index + 6).includes("  type: 'suite'")
    return isSuite ? undefined : tap[1] === 'ok' ? 'passed' : 'failed'
  }
  const spec = /^(✔|✖) (\S+) \([\d.]+ms\)$/.exec(line)
  if (spec?.[2] !== undefined && isTestFile(spec[2]) && !suites.has(spec[2])) {
    if (lines[index - 1]?.startsWith('test at ')) return undefined
    return spec[1] === '✔' ? 'passed' : 'failed'
  }
  const junit = /^\t<testcase name="([^"\s]+)" .*classname="test"(.*)>$/.exec(line)
  if (junit?.[1] === undefined || !isTestFile(junit[1])) return undefined
  return junit[2]?.includes('failure=') ? 'failed' : 'passed'
}

function isTestFile(name: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(name)
}

function readFailures(lines: readonly string[], output: OutputLines): readonly TestFailure[] {
  const spec = readSpecFailures(lines)
  if (spec.length > 0) return spec
  const junit = readJUnit(output)
  return junit.runs.length > 0 ? junit.failures : readTapFailures(lines)
}

/** The list at the end: `test at file:line:column`, the name, the error. */
function readSpecFailures(lines: readonly string[]): TestFailure[] {
  const failures: TestFailure[] = []
  for (let index = 0; index < lines.length && failures.length < mostFailures; index++) {
    const place = /^test at ([^\s:]+):(\d{1,7}):\d+$/.exec((lines[index] ?? '').slice(0, 1000))
    const name = /^✖ (.+?)(?: \([\d.]+ms\))?$/.exec((lines[index + 1] ?? '').slice(0, 1000))?.[1]
    if (place === null || name === undefined) continue
    const block = lines.slice(index + 2, index + 40)
    const end = block.findIndex((line) => /^\s+at |^$/.test(line))
    const message = block.slice(0, end === -1 ? 20 : end)
    if (message.some((line) => /^ {2}'\d+ subtests? failed'$/.test(line))) continue
    failures.push(createFailure({ name, message, file: place[1], line: Number(place[2]) }))
  }
  return failures
}
