export { recognizeRunners } from './command/test-plan.ts'
export { readProblems } from './problems/read-problems.ts'
export { type FinishedCommand, readTestReport } from './read-test-report.ts'
export {
  type ReportFormat,
  type TestFailure,
  type TestReport,
  type TestRun,
  type TestRunner,
  type TestTotals,
  testRunners,
} from './test-report.ts'
