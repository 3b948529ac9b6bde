import { z } from 'zod'
import { longestLine, type ProblemReading, parseJsonLines, tally } from './problem-reading.ts'
import type { Problem } from './problem-report.ts'

export function readEslint(lines: readonly string[]): ProblemReading {
  const files = parseJsonLines(lines, '[{"filePath":', (value) => report.safeParse(value).data)
  return tally(files.length > 0 ? files.flat().flatMap(problemsIn) : readStylish(lines))
}

const report = z.array(
  z.object({
    filePath: z.string(),
    messages: z.array(
      z.object({
        ruleId: z.string().nullish(),
        severity: z.int(),
        message: z.string(),
        line: z.int().nullish(),
        column: z.int().nullish(),
      }),
    ),
  }),
)

function problemsIn({ filePath, messages }: z.infer<typeof report>[number]): Problem[] {
  return messages.map(({ ruleId, severity, message, line, column }) => ({
    checker: 'eslint',
    severity: severity === 2 ? 'error' : 'warning',
    file: filePath,
    ...(line == null ? {} : { line }),
    ...(column == null ? {} : { column }),
    ...(ruleId == null ? {} : { rule: ruleId }),
    message,
  }))
}

/** A file, and below it its problems: `  2:5  error    'x' is never used  no-unused-vars`. */
function readStylish(lines: readonly string[]): Problem[] {
  const problems: Problem[] = []
  let file: string | undefined
  for (const line of lines) {
    const text = line.slice(0, longestLine)
    if (/^\S/.test(text)) file = text
    const [, row, column, severity, told] = problemLine.exec(text) ?? []
    if (file === undefined || told === undefined) continue
    problems.push({
      checker: 'eslint',
      severity: severity === 'error' ? 'error' : 'warning',
      file,
      line: Number(row),
      column: Number(column),
      ...messageAndRule(told),
    })
  }
  return problems
}

const problemLine = /^ {2,}(\d{1,7}):(\d{1,7}) {2,}(error|warning) {2,}(\S.*)$/

/** The rule is the last word, set apart; what does not parse breaks no rule. */
function messageAndRule(told: string): Pick<Problem, 'message' | 'rule'> {
  const gap = told.lastIndexOf('  ')
  const rule = told.slice(gap + 2)
  if (gap === -1 || rule.includes(' ')) return { message: told }
  return { message: told.slice(0, gap).trimEnd(), rule }
}
