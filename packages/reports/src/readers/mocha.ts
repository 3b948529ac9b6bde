import { z } from 'zod'
import type { TestFailure } from '../test-report.ts'
import { createFailure, mostFailures } from './failure.ts'
import {
  milliseconds,
  nothing,
  type Reader,
  type Reading,
  type RunTotals,
  readStreams,
  soberer,
} from './reading.ts'

export const readMocha: Reader = (output) => {
  const text = readStreams(output, 'stdout', readText)
  const reading = soberer(readStreams(output, 'stdout', readJson), text)
  return reading.runs.length > 0 ? reading : readStreams(output, 'stderr', readCrash)
}

/** A file that does not load ends Mocha before any test. */
function readCrash(lines: readonly string[]): Reading {
  const start = lines.findIndex((line) => line.startsWith(' Exception during run:'))
  if (start === -1) return nothing
  const block = lines.slice(start, start + 30)
  const end = block.findIndex((line) => /^\s+at /.test(line))
  const [, file, number] = /: (\S+):(\d{1,7})$/.exec(block[0]?.slice(0, 1000) ?? '') ?? []
  const message = block.slice(1, end === -1 ? 10 : end)
  const line = number === undefined ? undefined : Number(number)
  return {
    runs: [{ format: 'text', passed: 0, failed: 0, skipped: 0, errors: 1 }],
    failures: [createFailure({ name: file ?? 'mocha', message, file, line })],
  }
}

/** A hook is not a test: when it breaks, the tests behind it have not run. */
const hook = /"(?:before|after) (?:all|each)" hook/

function readText(lines: readonly string[]): Reading {
  const found = lines.flatMap((line, index) => {
    const match = passing.exec(line.slice(0, 80))
    return match === null ? [] : [{ index, match }]
  })
  const read = found.map(({ index, match }, run) => {
    const section = lines.slice(index + 1, found[run + 1]?.index)
    const failing = countAt(section, 'failing')
    const failures = failing === 0 ? [] : readFailures(section, failing)
    const hooks = failures.filter((failure) => hook.test(failure.name)).length
    const totals: RunTotals = {
      format: 'text',
      passed: Number(match[1]),
      failed: failing - hooks,
      skipped: countAt(section, 'pending'),
      errors: hooks,
      durationMs: milliseconds(match[2], match[3]),
    }
    return { totals, failures }
  })
  return {
    runs: read.map(({ totals }) => totals),
    failures: read.flatMap(({ failures }) => failures).slice(0, mostFailures),
  }
}

const passing = /^ {2}(\d{1,9}) passing \((\d+(?:\.\d+)?)(ms|s|m|h)\)$/

function countAt(lines: readonly string[], word: 'failing' | 'pending'): number {
  const pattern = new RegExp(`^ {2}(\\d{1,9}) ${word}$`)
  const counts = lines.slice(0, 2).map((line) => pattern.exec(line.slice(0, 80))?.[1])
  return Number(counts.find((count) => count !== undefined) ?? 0)
}

/** `  1) suite`, deeper titles, the last with a colon; then the message; then the stack. */
function readFailures(lines: readonly string[], count: number): TestFailure[] {
  const failures: TestFailure[] = []
  let index = 0
  for (let number = 1; number <= Math.min(count, mostFailures); number++) {
    const heading = `  ${number}) `
    while (index < lines.length && !lines[index]?.startsWith(heading)) index++
    const block = lines.slice(index, index + 60)
    if (block.length === 0) break
    const titleEnd = block.findIndex((line) => line.endsWith(':'))
    const titles = block.slice(0, titleEnd + 1).map((line) => line.trim())
    const body = block.slice(titleEnd + 1)
    const stackStart = body.findIndex((line) => /^\s+at /.test(line))
    const next = body.findIndex((line) => line.startsWith(`  ${number + 1}) `))
    const messageEnd = [stackStart, next, 30].filter((end) => end >= 0)
    failures.push(
      createFailure({
        name: titles.join(' ').slice(heading.trimStart().length).replace(/:$/, ''),
        message: body.slice(0, Math.min(...messageEnd)),
        stack: body.slice(0, next === -1 ? undefined : next).filter((line) => /^\s+at /.test(line)),
      }),
    )
    index++
  }
  return failures
}

const jsonSchema = z.object({
  stats: z.object({
    passes: z.int().min(0),
    pending: z.int().min(0),
    failures: z.int().min(0),
    duration: z.number().nullish(),
  }),
  failures: z.array(
    z.object({
      fullTitle: z.string(),
      file: z.string().nullish(),
      err: z.object({ message: z.string().nullish(), stack: z.string().nullish() }),
    }),
  ),
})

function readJson(lines: readonly string[]): Reading {
  const start = lines.findLastIndex(
    (line, index) => line === '{' && lines[index + 1] === '  "stats": {',
  )
  if (start === -1) return nothing
  const end = lines.indexOf('}', start)
  const parsed = jsonSchema.safeParse(parseJson(lines.slice(start, end + 1).join('\n')))
  if (!parsed.success) return nothing
  const { stats, failures } = parsed.data
  const hooks = failures.filter((failure) => hook.test(failure.fullTitle)).length
  return {
    runs: [
      {
        format: 'json',
        passed: stats.passes,
        failed: Math.max(0, stats.failures - hooks),
        skipped: stats.pending,
        errors: hooks,
        durationMs: stats.duration ?? undefined,
      },
    ],
    failures: failures.slice(0, mostFailures).map(({ fullTitle, file, err }) => ({
      ...(file ? { file } : {}),
      ...createFailure({
        name: fullTitle,
        message: err.message ?? '',
        stack: (err.stack ?? '').split('\n'),
      }),
    })),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
