import { planTests } from '../src/command/test-plan.ts'
import { type TestRunner, testRunners } from '../src/test-report.ts'

/** The runners that a command line names, wrappers and nested shells seen through. */
export function recognizeRunners(commandLine: string): readonly TestRunner[] {
  const { named } = planTests(commandLine, { stdout: [], stderr: [] })
  return testRunners.filter((runner) => named.has(runner))
}
