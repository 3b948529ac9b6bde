import { longestLine, type ProblemReading, tally } from './problem-reading.ts'
import type { Problem } from './problem-report.ts'

/** `index.ts(1,7): error TS2322: …`, or with --pretty `index.ts:1:7 - error TS2322: …`. */
const placed = [
  /^(\S.*?)\((\d{1,7}),(\d{1,7})\): (error|warning) (TS\d{1,6}): (.*)$/,
  /^(\S.*?):(\d{1,7}):(\d{1,7}) - (error|warning) (TS\d{1,6}): (.*)$/,
]
const general = /^error (TS\d{1,6}): (.*)$/

export function readTsc(lines: readonly string[]): ProblemReading {
  return tally(lines.flatMap((line, index) => problemAt(lines, index, line.slice(0, longestLine))))
}

function problemAt(lines: readonly string[], index: number, line: string): Problem[] {
  if (!line.includes('error TS') && !line.includes('warning TS')) return []
  for (const pattern of placed) {
    const [, file, row, column, severity, rule, message] = pattern.exec(line) ?? []
    if (file === undefined || rule === undefined || message === undefined) continue
    return [
      {
        checker: 'tsc',
        severity: severity === 'warning' ? 'warning' : 'error',
        file,
        line: Number(row),
        column: Number(column),
        rule,
        message: [message, ...reasonsBelow(lines, index)].join('\n'),
      },
    ]
  }
  const [, rule, message] = general.exec(line) ?? []
  if (rule === undefined || message === undefined) return []
  return [{ checker: 'tsc', severity: 'error', rule, message }]
}

const mostReasons = 3

/** Why a type does not fit is told step by step, each indented below the last. */
function reasonsBelow(lines: readonly string[], index: number): string[] {
  const below = lines.slice(index + 1, index + 1 + mostReasons)
  const end = below.findIndex((line) => !/^ {2,}\S/.test(line))
  return below.slice(0, end === -1 ? mostReasons : end).map((line) => line.slice(0, longestLine))
}
