import { z } from 'zod'
import { mostFailures } from './failure.ts'
import { goFailure } from './go-failure.ts'
import { nothing, type Reading } from './reading.ts'

const eventSchema = z.object({
  Action: z.string(),
  Package: z.string(),
  Test: z.string().optional(),
  Output: z.string().optional(),
  Elapsed: z.number().optional(),
})

interface Test {
  readonly name: string
  isAnnounced: boolean
  isParent: boolean
  verdict?: 'pass' | 'fail' | 'skip'
  readonly log: string[]
}

/** The events of `go test -json`; a package that failed without a failed test did not build or start. */
export function readGoJson(lines: readonly string[]): Reading {
  const tests = new Map<string, Test>()
  const packages = new Map<string, { failed: boolean; seconds: number }>()
  for (const event of lines.flatMap(parseEvent)) {
    const verdict = verdictOf(event.Action)
    if (event.Test === undefined) {
      if (verdict === undefined) continue
      packages.set(event.Package, { failed: verdict === 'fail', seconds: event.Elapsed ?? 0 })
      continue
    }
    const test = testIn(tests, event.Package, event.Test)
    if (event.Action === 'run') announce(tests, event.Package, test)
    if (verdict !== undefined) test.verdict = verdict
    if (event.Output !== undefined && test.log.length < 60) test.log.push(event.Output.trimEnd())
  }
  if (packages.size === 0 && tests.size === 0) return nothing
  const leaves = [...tests].filter(([, test]) => test.isAnnounced && !test.isParent)
  const withVerdict = (verdict: Test['verdict']) =>
    leaves.filter(([, test]) => test.verdict === verdict)
  // A test that was announced and never ended was cut off by a panic or a timeout.
  const failed = [...withVerdict('fail'), ...withVerdict(undefined)]
  const blamed = new Set(failed.map(([key]) => key.slice(0, key.indexOf('\0'))))
  const unbuilt = lines.filter((line) => /^FAIL\t\S+ \[(?:build|setup) failed\]$/.test(line)).length
  const broken = [...packages].filter(([name, { failed }]) => failed && !blamed.has(name)).length
  const seconds = [...packages.values()].reduce((sum, candidate) => sum + candidate.seconds, 0)
  return {
    runs: [
      {
        format: 'json',
        passed: withVerdict('pass').length,
        failed: failed.length,
        skipped: withVerdict('skip').length,
        errors: unbuilt + broken,
        durationMs: Math.round(seconds * 1000),
      },
    ],
    failures: failed.slice(0, mostFailures).map(([, test]) => goFailure(test.name, test.log)),
  }
}

function parseEvent(line: string) {
  if (!line.startsWith('{"') || !line.includes('"Action":')) return []
  try {
    const parsed = eventSchema.safeParse(JSON.parse(line))
    return parsed.success ? [parsed.data] : []
  } catch {
    return []
  }
}

function verdictOf(action: string): Test['verdict'] {
  return action === 'pass' || action === 'fail' || action === 'skip' ? action : undefined
}

function testIn(tests: Map<string, Test>, owner: string, name: string): Test {
  const key = `${owner}\0${name}`
  const known = tests.get(key)
  if (known !== undefined) return known
  const test: Test = { name, isAnnounced: false, isParent: false, log: [] }
  tests.set(key, test)
  return test
}

function announce(tests: Map<string, Test>, owner: string, test: Test): void {
  test.isAnnounced = true
  const slash = test.name.lastIndexOf('/')
  if (slash > 0) testIn(tests, owner, test.name.slice(0, slash)).isParent = true
}
