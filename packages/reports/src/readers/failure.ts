import type { TestFailure } from '../test-report.ts'
import { locate } from './location.ts'

/** Enough to mend it; the whole output is kept elsewhere. */
const longestMessage = 2000
export const mostFailures = 200

interface Told {
  readonly name: string
  readonly message: string | readonly string[]
  /** Lines that may name the place: a stack. */
  readonly stack?: readonly string[]
  readonly file?: string | undefined
  readonly line?: number | undefined
}

export function createFailure({ name, message, stack = [], file, line }: Told): TestFailure {
  const found = file !== undefined && line !== undefined ? undefined : locate(stack)
  const place = found ?? { file, line }
  const text = typeof message === 'string' ? message : dedent(message)
  return {
    name: name.slice(0, 500),
    ...(place.file === undefined ? {} : { file: place.file }),
    ...(place.line === undefined ? {} : { line: place.line }),
    message: text.trim().slice(0, longestMessage),
  }
}

function dedent(lines: readonly string[]): string {
  return lines.map((line) => line.trim()).join('\n')
}
