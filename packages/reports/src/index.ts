export { readProblems } from './problems/read-problems.ts'
export { type FinishedCommand, readTestReport } from './read-test-report.ts'
export type {
  ReportFormat,
  TestFailure,
  TestReport,
  TestRun,
  TestRunner,
  TestTotals,
} from './test-report.ts'
