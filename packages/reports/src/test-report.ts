export const testRunners = [
  'vitest',
  'jest',
  'mocha',
  'bun',
  'node',
  'pytest',
  'unittest',
  'go',
  'cargo',
  'tap',
] as const

export type TestRunner = (typeof testRunners)[number]

export interface TestFailure {
  readonly name: string
  readonly file?: string
  readonly line?: number
  readonly message: string
}

export interface TestTotals {
  readonly passed: number
  readonly failed: number
  /** Not run, or run without its outcome counting: skipped, todo, expected to fail. */
  readonly skipped: number
  readonly total: number
  /** Tests whose outcome counts: passed and failed. */
  readonly executed: number
  /** What broke outside a test: a file that does not load, a hook, a fixture. */
  readonly errors: number
}

/** One run of one runner. */
export interface TestRun extends TestTotals {
  readonly runner: TestRunner
  /** `none`: the command line names the runner, but its output holds no result that can be read. */
  readonly format: ReportFormat | 'none'
  /** Plain `go test` tells packages, not tests. */
  readonly counts: 'tests' | 'packages'
  readonly durationMs?: number
}

export type ReportFormat = 'json' | 'junit' | 'tap' | 'text'

export interface TestReport extends TestTotals {
  /**
   * `empty`: a runner executed no test, which proves nothing whatever its exit code.
   * `failed`: a test or a file failed, also when the exit code hides it, or the command failed.
   */
  readonly outcome: 'passed' | 'failed' | 'empty'
  /** Whether the command line names the runners, or the shape of the output gave them away. */
  readonly recognizedBy: 'command' | 'output'
  readonly runs: readonly TestRun[]
  readonly failures: readonly TestFailure[]
  readonly durationMs?: number
}
