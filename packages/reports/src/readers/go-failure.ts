import type { TestFailure } from '../test-report.ts'
import { createFailure } from './failure.ts'

/** A failed test of Go, from the log it left. */
export function goFailure(name: string, log: readonly string[]): TestFailure {
  const place = log.map((line) => /^\s+(\S+\.go):(\d{1,7})(?::| \+0x)/.exec(line.slice(0, 500)))
  const found = place.find(
    (match) => match !== null && !/(?:^|\/)(?:testing|runtime)\//.test(match[1] ?? ''),
  )
  const told = log.filter((line) => !/^(?:===|\s*---) /.test(line))
  const stack = told.findIndex((line) => line.startsWith('goroutine '))
  return createFailure({
    name,
    message: stack === -1 ? told : told.slice(0, stack),
    file: found?.[1],
    line: found ? Number(found[2]) : undefined,
  })
}
