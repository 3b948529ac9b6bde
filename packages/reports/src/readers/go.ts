import { type OutputLines, streamsFrom } from '../output-lines.ts'
import type { TestFailure } from '../test-report.ts'
import { createFailure, mostFailures } from './failure.ts'
import { goFailure } from './go-failure.ts'
import { readGoJson } from './go-json.ts'
import { nothing, type Reader, type Reading, type RunTotals } from './reading.ts'

/** `go test -json`, `-v`, and plain, which tells packages but not tests. */
export const readGo: Reader = (output) => {
  for (const lines of streamsFrom(output, 'stdout')) {
    const json = readGoJson(lines)
    const reading = json.runs.length > 0 ? json : readText(lines)
    if (reading.runs.length === 0) continue
    return { ...reading, failures: [...compilerErrors(output), ...reading.failures] }
  }
  return nothing
}

interface Package {
  readonly outcome: 'passed' | 'failed' | 'empty' | 'broken'
  readonly seconds: number
}

function readText(lines: readonly string[]): Reading {
  const packages = new Map<string, Package>()
  for (const line of lines) {
    const found = packageAt(line.slice(0, 1000))
    if (found !== undefined) packages.set(found[0], found[1])
  }
  if (packages.size === 0) return nothing
  const all = [...packages.values()]
  const count = (outcome: Package['outcome']) =>
    all.filter((candidate) => candidate.outcome === outcome).length
  const tests = readTests(lines)
  const rest = {
    format: 'text',
    errors: count('broken'),
    durationMs: Math.round(all.reduce((sum, { seconds }) => sum + seconds, 0) * 1000),
  } as const
  const run: RunTotals = tests.isVerbose
    ? { ...rest, passed: tests.passed, failed: tests.failed, skipped: tests.skipped }
    : { ...rest, passed: count('passed'), failed: count('failed'), skipped: 0, counts: 'packages' }
  return { runs: [run], failures: tests.failures }
}

function packageAt(line: string): [string, Package] | undefined {
  const match = /^(ok {2}|FAIL|\? {3})\t(\S+)(?:\t| )(.*)$/.exec(line)
  if (match?.[2] === undefined) return undefined
  const [, verdict, name, note = ''] = match
  const seconds = Number(/^(\d+(?:\.\d+)?)s/.exec(note)?.[1] ?? 0)
  if (verdict?.startsWith('?')) return [name, { outcome: 'empty', seconds }]
  if (verdict === 'FAIL') {
    return [name, { outcome: note.startsWith('[') ? 'broken' : 'failed', seconds }]
  }
  return [name, { outcome: note.includes('[no tests to run]') ? 'empty' : 'passed', seconds }]
}

/** Only what `=== RUN` has announced is a test; the same text printed by a program is not. */
function readTests(lines: readonly string[]) {
  const announced = new Map<string, number>()
  const parents = new Set<string>()
  const results: { verdict: string; name: string; index: number }[] = []
  for (const [index, line] of lines.entries()) {
    const run = /^=== RUN {3}(\S+)$/.exec(line.slice(0, 1000))?.[1]
    if (run !== undefined) {
      announced.set(run, index)
      addParents(parents, run)
    }
    const result = /^ {0,40}--- (PASS|FAIL|SKIP): (\S+) \(\d+\.\d+s\)$/.exec(line.slice(0, 1000))
    if (result?.[1] === undefined || result[2] === undefined) continue
    results.push({ verdict: result[1], name: result[2], index })
    addParents(parents, result[2])
  }
  const isVerbose = announced.size > 0
  const leaves = results.filter(
    ({ name }) => !parents.has(name) && (!isVerbose || announced.has(name)),
  )
  const count = (verdict: string) => leaves.filter((leaf) => leaf.verdict === verdict).length
  return {
    isVerbose,
    passed: count('PASS'),
    failed: count('FAIL'),
    skipped: count('SKIP'),
    failures: leaves
      .filter((leaf) => leaf.verdict === 'FAIL')
      .slice(0, mostFailures)
      .map(({ name, index }) => failureOf(lines, name, index, announced.get(name))),
  }
}

function addParents(parents: Set<string>, name: string): void {
  const slash = name.lastIndexOf('/')
  if (slash > 0) parents.add(name.slice(0, slash))
}

/** With -v the log stands between the announcement and the verdict, else below the verdict. */
function failureOf(
  lines: readonly string[],
  name: string,
  index: number,
  announcedAt: number | undefined,
): TestFailure {
  const before = announcedAt === undefined ? [] : lines.slice(announcedAt + 1, index).slice(-30)
  const after = lines.slice(index + 1, index + 30)
  const end = after.findIndex((line) => /^(?:\s*--- |=== |FAIL|ok {2}|PASS)/.test(line))
  return goFailure(name, [...before, ...(end === -1 ? after : after.slice(0, end))])
}

/** `# package` and `./file.go:5:31: message`, from the compiler. */
function compilerErrors(output: OutputLines): TestFailure[] {
  return streamsFrom(output, 'stderr')
    .flat()
    .flatMap((line) => {
      const match = /^(?:vet: )?(?:\.\/)?(\S+\.go):(\d{1,7}):\d+: (.+)$/.exec(line.slice(0, 1000))
      if (match?.[1] === undefined || match[3] === undefined) return []
      const [, file, number, message] = match
      return [createFailure({ name: file, message, file, line: Number(number) })]
    })
    .slice(0, mostFailures)
}
