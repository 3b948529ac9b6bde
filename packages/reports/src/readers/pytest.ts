import type { TestFailure } from '../test-report.ts'
import { createFailure, mostFailures } from './failure.ts'
import {
  milliseconds,
  parseCounts,
  type Reader,
  type Reading,
  type RunTotals,
  readStreams,
  type Trust,
} from './reading.ts'

export const readPytest: Reader = (output, trust) =>
  readStreams(output, 'stdout', (lines) => readText(lines, trust))

function readText(lines: readonly string[], trust: Trust): Reading {
  const runs = lines.flatMap((line) => readSummary(line.slice(0, 300), trust))
  if (runs.length === 0) return { runs, failures: [] }
  const blocks = readBlocks(lines)
  return { runs, failures: blocks.length > 0 ? blocks : readShortSummary(lines) }
}

/** `=== 2 failed, 1 passed in 0.02s ===`; with -q the same without the rulers. */
function readSummary(line: string, trust: Trust): RunTotals[] {
  const ruled = /^=+ (.+) =+$/.exec(line)?.[1]
  const told = ruled ?? (trust === 'command' ? line : '')
  const match = /^(.+) in (\d+(?:\.\d+)?)s(?: \([\d:, days]+\))?$/.exec(told)
  const counts = /^no tests (?:ran|collected)/.test(told) ? {} : parseCounts(match?.[1] ?? '', ', ')
  if (match === null || counts === undefined) return []
  if (Object.keys(counts).some((word) => !words.has(word))) return []
  const count = (...keys: string[]) => keys.reduce((sum, key) => sum + (counts[key] ?? 0), 0)
  return [
    {
      format: 'text',
      passed: count('passed', 'xpassed'),
      failed: count('failed'),
      skipped: count('skipped', 'xfailed'),
      errors: count('error', 'errors'),
      durationMs: milliseconds(match[2], 's'),
    },
  ]
}

const words = new Set([
  'passed',
  'failed',
  'skipped',
  'xfailed',
  'xpassed',
  'error',
  'errors',
  'deselected',
  'warning',
  'warnings',
  'rerun',
  'subtests passed',
  'tests collected',
  'test collected',
])

/** The tracebacks: sections ERRORS and FAILURES, a ruled heading for each test. */
function readBlocks(lines: readonly string[]): TestFailure[] {
  const failures: TestFailure[] = []
  let inside = false
  for (let index = 0; index < lines.length && failures.length < mostFailures; index++) {
    const line = (lines[index] ?? '').slice(0, 500)
    if (/^={5,} .* =+$/.test(line)) inside = /^=+ (?:ERRORS|FAILURES) =+$/.test(line)
    const name = inside ? /^_+ (.+?) _+$/.exec(line)?.[1] : undefined
    if (name === undefined) continue
    const block = lines.slice(index + 1, index + 300)
    const end = block.findIndex((next) => /^(?:_+ .+ _+|={5,} .* =+|-{5,} Captured .*)$/.test(next))
    failures.push(failureIn(end === -1 ? block : block.slice(0, end), name))
  }
  return failures
}

function failureIn(block: readonly string[], heading: string): TestFailure {
  const told = block.filter((line) => /^E {2,}/.test(line)).map((line) => line.slice(1).trim())
  const collected = /^ERROR collecting (.+)$/.exec(heading)?.[1]
  const places = block.flatMap((line) => {
    const match = /^(\S.*?\.py):(\d{1,7}): /.exec(line.slice(0, 500))
    return match === null ? [] : [{ file: match[1], line: Number(match[2]) }]
  })
  const source = told.map((line) => /^File "(.+)", line (\d{1,7})$/.exec(line)).find(Boolean)
  const place = places.findLast(({ file }) => collected === undefined || file === collected)
  return createFailure({
    name: collected ?? heading,
    message: told,
    file: place?.file ?? collected,
    line: place?.line ?? (source ? Number(source[2]) : undefined),
  })
}

/** With --tb=no there is only `FAILED file::test - message`. */
function readShortSummary(lines: readonly string[]): TestFailure[] {
  const failures: TestFailure[] = []
  for (const line of lines) {
    const match = /^(?:FAILED|ERROR) ([^\s:]+\.py)(?:::(.+?))?(?: - (.*))?$/.exec(
      line.slice(0, 1000),
    )
    if (match?.[1] === undefined) continue
    const [, file, name, message] = match
    failures.push(createFailure({ name: name ?? file, message: message ?? '', file }))
    if (failures.length >= mostFailures) break
  }
  return failures
}
