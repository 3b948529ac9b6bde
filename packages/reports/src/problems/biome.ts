import { z } from 'zod'
import { longestLine, type ProblemReading, parseJsonLines, tally } from './problem-reading.ts'
import type { Problem } from './problem-report.ts'

export function readBiome(lines: readonly string[]): ProblemReading {
  const reports = parseJsonLines(lines, '{"summary":', (value) => report.safeParse(value).data)
  const text = lines.flatMap((line, index) => problemAt(lines, index, line))
  const told = tally([...reports.flatMap(problemsIn), ...text])
  // Of many problems Biome tells the first 20 and counts the rest.
  return {
    problems: told.problems,
    errors: Math.max(
      told.errors,
      ...reports.map(({ summary }) => summary.errors),
      found(lines, 'error'),
    ),
    warnings: Math.max(
      told.warnings,
      ...reports.map(({ summary }) => summary.warnings),
      found(lines, 'warning'),
    ),
  }
}

const place = z.object({ line: z.int(), column: z.int() })
const report = z.object({
  summary: z.object({ errors: z.int().min(0), warnings: z.int().min(0) }),
  diagnostics: z.array(
    z.object({
      severity: z.string(),
      message: z.string(),
      category: z.string().nullish(),
      location: z.object({ path: z.string(), start: place.nullish() }).nullish(),
    }),
  ),
})

function problemsIn({ diagnostics }: z.infer<typeof report>): Problem[] {
  return diagnostics.flatMap(({ severity, message, category, location }) => {
    if (severity !== 'error' && severity !== 'fatal' && severity !== 'warning') return []
    return {
      checker: 'biome',
      severity: severity === 'warning' ? 'warning' : 'error',
      ...(location == null ? {} : { file: location.path, ...location.start }),
      ...(category == null ? {} : { rule: category }),
      message,
    }
  })
}

/** A heading, `index.js:2:5 lint/style/useConst  FIXABLE  ━━━━`, and soon below it `  ! what is wrong`. */
function problemAt(lines: readonly string[], index: number, line: string): Problem[] {
  if (!line.endsWith('━━━') || line.length > longestLine) return []
  const [heading = ''] = line.slice(0, line.indexOf('━')).trimEnd().split('  ', 1)
  const gap = heading.lastIndexOf(' ')
  if (gap === -1) return []
  const rule = heading.slice(gap + 1)
  const below = lines.slice(index + 1, index + 5).map((text) => text.slice(0, longestLine))
  const [, sign, message] =
    below.map((text) => /^ {2}([×!]) (\S.*)$/.exec(text)).find(Boolean) ?? []
  if (message === undefined) return []
  const severity = sign === '×' ? 'error' : 'warning'
  return [{ checker: 'biome', severity, ...placeIn(heading.slice(0, gap)), rule, message }]
}

function placeIn(text: string): Pick<Problem, 'file' | 'line' | 'column'> {
  const [, file, line, column] = /^(.+):(\d{1,7}):(\d{1,7})$/.exec(text) ?? []
  return file === undefined ? { file: text } : { file, line: Number(line), column: Number(column) }
}

function found(lines: readonly string[], what: 'error' | 'warning'): number {
  const counts = lines.map((line) =>
    /^Found (\d{1,9}) (error|warning)s?\.$/.exec(line.slice(0, 40)),
  )
  return Number(counts.findLast((match) => match?.[2] === what)?.[1] ?? 0)
}
