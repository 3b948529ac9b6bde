import { describe, expect, test } from 'vitest'
import { expectedReports } from '../testing/expected-reports.ts'
import { loadRecording, runnerRecordings } from '../testing/recordings.ts'
import { readTestReport } from './read-test-report.ts'
import type { TestReport } from './test-report.ts'

test('every recording has an expectation, and every expectation a recording', () => {
  expect(runnerRecordings.toSorted()).toEqual(Object.keys(expectedReports).toSorted())
})

describe('the recordings of real runners', () => {
  for (const [name, expected] of Object.entries(expectedReports)) {
    test(`${name}: ${expected}`, () => {
      expect(inWords(readTestReport(loadRecording(name)))).toBe(expected)
    })
  }
})

test('Windows line ends change nothing', () => {
  const windows = (text: string) => text.replaceAll('\n', '\r\n')
  for (const name of runnerRecordings) {
    const finished = loadRecording(name)
    const stdout = windows(finished.stdout)
    const changed = readTestReport({ ...finished, stdout, stderr: windows(finished.stderr) })
    expect(changed, name).toEqual(readTestReport(finished))
  }
})

test('both streams in one, as after 2>&1, give the same totals', () => {
  for (const name of runnerRecordings) {
    const finished = loadRecording(name)
    const expected = readTestReport(finished)
    for (const texts of [
      [finished.stdout, finished.stderr],
      [finished.stderr, finished.stdout],
    ]) {
      const merged = readTestReport({ ...finished, stdout: texts.join('\n'), stderr: '' })
      expect(merged?.outcome, name).toBe(expected?.outcome)
      expect(merged?.runs, name).toEqual(expected?.runs)
    }
  }
})

test('a report tells how long the tests took, where the runner does', () => {
  expect(readTestReport(loadRecording('bun/mixed'))?.durationMs).toBeGreaterThan(0)
  expect(readTestReport(loadRecording('several/node-and-pytest'))?.durationMs).toBeGreaterThan(10)
  expect(readTestReport(loadRecording('tap/mixed'))?.durationMs).toBeUndefined()
})

function inWords(report: TestReport | undefined): string {
  if (report === undefined) return 'no test runner'
  const runs = report.runs.map(({ runner, format, counts, passed, failed, skipped, errors }) => {
    const unit = counts === 'packages' ? ' packages' : ''
    return `${runner} ${format} ${passed}/${failed}/${skipped}/${errors}${unit}`
  })
  return `${report.outcome} by ${report.recognizedBy}: ${runs.join(', ')}`
}
