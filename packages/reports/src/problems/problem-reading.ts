import type { Problem } from './problem-report.ts'

/** What one checker says in one stream. */
export interface ProblemReading {
  readonly problems: readonly Problem[]
  readonly errors: number
  readonly warnings: number
}

/** Longer lines are code or data, and nobody reads them. */
export const longestLine = 1_000

export function tally(problems: readonly Problem[]): ProblemReading {
  const errors = problems.filter(({ severity }) => severity === 'error').length
  return { problems, errors, warnings: problems.length - errors }
}

/** The reports that stand on a line of their own, as JSON. */
export function parseJsonLines<T>(
  lines: readonly string[],
  beginning: string,
  parse: (value: unknown) => T | undefined,
): T[] {
  return lines
    .filter((line) => line.startsWith(beginning))
    .slice(-mostReports)
    .flatMap((line) => {
      try {
        return parse(JSON.parse(line)) ?? []
      } catch {
        return []
      }
    })
}

const mostReports = 50
