import { planTests, type TestPlan } from './command/test-plan.ts'
import { type OutputLines, toLines } from './output-lines.ts'
import { readAny, readOne } from './readers/all-readers.ts'
import { mostFailures } from './readers/failure.ts'
import type { Reading, RunTotals } from './readers/reading.ts'
import type { TestReport, TestRun, TestRunner, TestTotals } from './test-report.ts'

export interface FinishedCommand {
  /** The shell line that was run. */
  readonly command: string
  readonly stdout: string
  readonly stderr: string
  /** Null when the command did not end by itself. */
  readonly exitCode: number | null
}

/**
 * What the tests of a command did, or undefined when it ran no test runner. A runner that the
 * command line names always gives a report: if nothing of it can be read, one that executed no test.
 */
export function readTestReport(finished: FinishedCommand): TestReport | undefined {
  const output = { stdout: toLines(finished.stdout), stderr: toLines(finished.stderr) }
  const plan = planTests(finished.command, output)
  const named = [...plan.named].map(([runner, times]) => readNamed(runner, times, plan, output))
  const others = plan.hasPrograms
    ? readAny(output).filter(({ runner }) => !plan.named.has(runner))
    : []
  const readings = [...named, ...others]
  if (readings.length === 0) return undefined
  const runs = readings.flatMap(({ runner, runs }) => runs.map((run) => createRun(runner, run)))
  const durations = runs.flatMap((run) => run.durationMs ?? [])
  return {
    outcome: judge(runs, named.length > 0, finished.exitCode),
    recognizedBy: named.length > 0 ? 'command' : 'output',
    ...sum(runs),
    runs,
    failures: readings
      .filter(hasFailed)
      .flatMap(({ failures }) => failures)
      .slice(0, mostFailures),
    ...(durations.length === 0 ? {} : { durationMs: durations.reduce((a, b) => a + b) }),
  }
}

type NamedReading = Omit<Reading, 'runs'> & {
  readonly runner: TestRunner
  readonly runs: readonly (RunTotals | 'unread')[]
}

/**
 * A runner named once reports once. Where more reports are found, some were printed by others: the
 * runner's own is the last, unless its exit code is hidden; then the worst are believed.
 */
function readNamed(
  runner: TestRunner,
  times: number,
  plan: TestPlan,
  output: OutputLines,
): NamedReading {
  const { runs, failures } = readOne(runner, output)
  if (runs.length === 0) return { runner, runs: ['unread'], failures }
  if (plan.hasPrograms || runs.length <= times) return { runner, runs, failures }
  const ranked = plan.isChain ? runs : runs.toSorted((one, other) => merit(other) - merit(one))
  return { runner, runs: ranked.slice(-times), failures }
}

function merit(run: RunTotals): number {
  if (run.passed + run.failed === 0) return 0
  return run.failed + (run.errors ?? 0) > 0 ? 1 : 2
}

function createRun(runner: TestRunner, run: RunTotals | 'unread'): TestRun {
  if (run === 'unread') return { runner, format: 'none', counts: 'tests', ...sum([]) }
  const { format, passed, failed, skipped, errors = 0, counts = 'tests', durationMs } = run
  const executed = passed + failed
  return {
    runner,
    format,
    counts,
    passed,
    failed,
    skipped,
    errors,
    executed,
    total: executed + skipped,
    ...(durationMs === undefined ? {} : { durationMs: Math.round(durationMs) }),
  }
}

function sum(runs: readonly TestTotals[]): TestTotals {
  const total = (key: keyof TestTotals) => runs.reduce((sofar, run) => sofar + run[key], 0)
  return {
    passed: total('passed'),
    failed: total('failed'),
    skipped: total('skipped'),
    total: total('total'),
    executed: total('executed'),
    errors: total('errors'),
  }
}

/** One empty package among many is no failure; a runner that was called by name and did nothing is. */
function judge(
  runs: readonly TestRun[],
  isNamed: boolean,
  exitCode: number | null,
): TestReport['outcome'] {
  if (runs.some((run) => run.failed + run.errors > 0)) return 'failed'
  const isEmpty = (run: TestRun) => run.executed === 0
  if (isNamed ? runs.some(isEmpty) : runs.every(isEmpty)) return 'empty'
  return exitCode === 0 ? 'passed' : 'failed'
}

function hasFailed({ runs }: NamedReading): boolean {
  return runs.some((run) => run === 'unread' || run.failed + (run.errors ?? 0) > 0)
}
