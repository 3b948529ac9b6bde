import type { TestFailure } from '../test-report.ts'
import { createFailure, mostFailures } from './failure.ts'
import { milliseconds, type Reader, type Reading, readStreams } from './reading.ts'

/** Python's own unittest. */
export const readUnittest: Reader = (output) => readStreams(output, 'stderr', readText)

function readText(lines: readonly string[]): Reading {
  const failures = readFailures(lines)
  const unloaded = failures.filter((failure) => failure.name.includes('_FailedTest')).length
  const runs = lines.flatMap((line, index) => {
    const ran = /^Ran (\d{1,9}) tests? in (\d+(?:\.\d+)?)s$/.exec(line.slice(0, 100))
    const verdict = /^(?:OK|FAILED|NO TESTS RAN)(?: \((.*)\))?$/.exec(lines[index + 2] ?? '')
    if (ran === null || verdict === null) return []
    const counts = new Map((verdict[1] ?? '').split(', ').map(pair))
    const count = (name: string) => counts.get(name) ?? 0
    const broken = count('failures') + count('errors') + count('unexpected successes')
    const skipped = count('skipped') + count('expected failures')
    return [
      {
        format: 'text' as const,
        passed: Math.max(0, Number(ran[1]) - broken - skipped),
        failed: Math.max(0, broken - unloaded),
        skipped,
        errors: unloaded,
        durationMs: milliseconds(ran[2], 's'),
      },
    ]
  })
  return { runs, failures }
}

function pair(text: string): [string, number] {
  const [name = '', count = ''] = text.split('=')
  return [name, Number(count) || 0]
}

function readFailures(lines: readonly string[]): TestFailure[] {
  const failures: TestFailure[] = []
  for (let index = 0; index < lines.length && failures.length < mostFailures; index++) {
    const name = /^(?:FAIL|ERROR): (.+)$/.exec((lines[index] ?? '').slice(0, 500))?.[1]
    if (name === undefined || !/^={70}$/.test(lines[index - 1] ?? '')) continue
    const block = lines.slice(index + 2, index + 100)
    const end = block.findIndex((line) => /^(?:={70}|-{70})$/.test(line))
    failures.push(failureIn(end === -1 ? block : block.slice(0, end), name))
  }
  return failures
}

function failureIn(block: readonly string[], name: string): TestFailure {
  const places = block.flatMap((line) => {
    const match = /^ {2}File "(.+)", line (\d{1,7})\b/.exec(line.slice(0, 500))
    return match === null ? [] : [{ file: match[1], line: Number(match[2]) }]
  })
  const message = block.filter((line) => /^\S/.test(line) && !line.startsWith('Traceback '))
  return createFailure({ name, message, ...places.at(-1) })
}
