import { toLines } from '../output-lines.ts'
import { readBiome } from './biome.ts'
import { readEslint } from './eslint.ts'
import type { ProblemReport } from './problem-report.ts'
import { readTsc } from './tsc.ts'

const readers = [readTsc, readEslint, readBiome]
const mostProblems = 200

/**
 * What linters and compilers found wrong, whoever started them; undefined when they told nothing.
 * It explains a failure and never is one: that is for the exit code to say.
 */
export function readProblems(printed: {
  readonly stdout: string
  readonly stderr: string
}): ProblemReport | undefined {
  const streams = [toLines(printed.stdout), toLines(printed.stderr)]
  const readings = readers.flatMap((read) => streams.map(read))
  const problems = readings.flatMap((reading) => reading.problems)
  if (problems.length === 0) return undefined
  const errors = problems.filter(({ severity }) => severity === 'error')
  const warnings = problems.filter(({ severity }) => severity === 'warning')
  return {
    problems: [...errors, ...warnings].slice(0, mostProblems),
    checkers: [...new Set(problems.map(({ checker }) => checker))],
    errors: readings.reduce((sum, reading) => sum + reading.errors, 0),
    warnings: readings.reduce((sum, reading) => sum + reading.warnings, 0),
  }
}
