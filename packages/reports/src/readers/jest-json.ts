import { z } from 'zod'
import type { TestFailure } from '../test-report.ts'
import { createFailure, mostFailures } from './failure.ts'
import { nothing, type Reading } from './reading.ts'

/** The JSON that Jest invented and Vitest also writes; only Jest counts suites that did not run. */
export function readJestJson(lines: readonly string[], runner: 'jest' | 'vitest'): Reading {
  const reports = lines.filter(isCandidate).slice(-50).flatMap(parse)
  const own = reports.filter(
    (report) => (report.numRuntimeErrorTestSuites === undefined) === (runner === 'vitest'),
  )
  if (own.length === 0) return nothing
  return {
    runs: own.map((report) => ({
      format: 'json',
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
      errors: report.testResults.filter(isBroken).length,
      durationMs: durationOf(report),
    })),
    failures: own
      .flatMap((report) => report.testResults.flatMap(failuresOf))
      .slice(0, mostFailures),
  }
}

const suiteSchema = z.object({
  name: z.string(),
  status: z.string(),
  message: z.string().nullish(),
  endTime: z.number().nullish(),
  assertionResults: z.array(
    z.object({
      fullName: z.string(),
      status: z.string(),
      failureMessages: z.array(z.string()).nullish(),
    }),
  ),
})

const reportSchema = z.object({
  numPassedTests: z.int().min(0),
  numFailedTests: z.int().min(0),
  numPendingTests: z.int().min(0),
  numTodoTests: z.int().min(0),
  numTotalTests: z.int().min(0),
  numRuntimeErrorTestSuites: z.int().min(0).optional(),
  startTime: z.number(),
  testResults: z.array(suiteSchema),
})

type Report = z.infer<typeof reportSchema>
type Suite = z.infer<typeof suiteSchema>

function isCandidate(line: string): boolean {
  return line.startsWith('{"num') && line.includes('"numTotalTests":')
}

function parse(line: string): Report[] {
  try {
    const parsed = reportSchema.safeParse(JSON.parse(line))
    return parsed.success ? [parsed.data] : []
  } catch {
    return []
  }
}

/** A suite that failed though none of its tests did: its file does not load, or a hook broke. */
function isBroken(suite: Suite): boolean {
  return (
    suite.status === 'failed' && suite.assertionResults.every((test) => test.status !== 'failed')
  )
}

function failuresOf(suite: Suite): TestFailure[] {
  if (isBroken(suite)) {
    const message = suite.message ?? ''
    const place = createFailure({ name: suite.name, message, stack: message.split('\n') })
    return [place.file === undefined ? { ...place, file: suite.name } : place]
  }
  return suite.assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => {
      const stack = (test.failureMessages ?? []).join('\n').split('\n')
      const message = stack.filter((line) => !/^\s+at /.test(line))
      return { file: suite.name, ...createFailure({ name: test.fullName, message, stack }) }
    })
}

function durationOf(report: Report): number | undefined {
  const ends = report.testResults.flatMap((suite) => suite.endTime ?? [])
  if (ends.length === 0) return undefined
  const end = ends.reduce((latest, time) => Math.max(latest, time))
  return Math.max(0, Math.round(end - report.startTime))
}
