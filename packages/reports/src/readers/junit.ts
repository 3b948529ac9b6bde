import type { OutputLines } from '../output-lines.ts'
import type { TestFailure, TestRunner } from '../test-report.ts'
import { createFailure, mostFailures } from './failure.ts'
import { nothing, type Reading, readStreams } from './reading.ts'
import { decodeEntities, type XmlEvent, xmlEvents } from './xml-events.ts'

export function readJUnit(output: OutputLines): Reading & { readonly producer?: TestRunner } {
  let producer: TestRunner | undefined
  const reading = readStreams(output, 'stdout', (lines) => {
    const start = lines.findLastIndex((line) => /^(?:<\?xml |<testsuites\b)/.test(line))
    if (start === -1) return nothing
    const document = readDocument(lines.slice(start).join('\n'))
    producer = document.producer
    return document.reading
  })
  return { ...reading, ...(producer === undefined ? {} : { producer }) }
}

interface TestCase {
  readonly attributes: Readonly<Record<string, string>>
  outcome: 'passed' | 'failed' | 'error' | 'skipped'
  message: string
  text: string
}

function readDocument(text: string) {
  const cases: TestCase[] = []
  let suites: Readonly<Record<string, string>> | undefined
  let current: TestCase | undefined
  for (const event of xmlEvents(text)) {
    if (event.kind === 'open' && event.name === 'testsuites') suites = event.attributes
    if (event.kind === 'open' && event.name === 'testcase') {
      current = { attributes: event.attributes, outcome: 'passed', message: '', text: '' }
      cases.push(current)
    }
    if (current !== undefined) addTo(current, event)
    if (event.kind === 'close' && event.name === 'testcase') current = undefined
    if (event.kind === 'close' && event.name === 'testsuites') break
  }
  if (suites === undefined) return { reading: nothing, producer: undefined }
  const count = (outcome: TestCase['outcome']) =>
    cases.filter((candidate) => candidate.outcome === outcome).length
  const seconds = Number(suites['time'])
  const reading: Reading = {
    runs: [
      {
        format: 'junit',
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        errors: count('error'),
        durationMs: seconds >= 0 ? seconds * 1000 : undefined,
      },
    ],
    failures: cases.filter(isBad).slice(0, mostFailures).map(failureOf),
  }
  return { reading, producer: producers.get(suites['name'] ?? '') }
}

const producers: ReadonlyMap<string, TestRunner> = new Map([
  ['vitest tests', 'vitest'],
  ['jest tests', 'jest'],
  ['pytest tests', 'pytest'],
  ['bun test', 'bun'],
  ['Mocha Tests', 'mocha'],
])

const outcomes: ReadonlyMap<string, TestCase['outcome']> = new Map([
  ['failure', 'failed'],
  ['error', 'error'],
  ['skipped', 'skipped'],
])

function addTo(test: TestCase, event: XmlEvent): void {
  const outcome = event.kind === 'open' ? outcomes.get(event.name) : undefined
  if (event.kind === 'open' && outcome !== undefined) {
    test.outcome = outcome
    test.message ||= event.attributes['message'] ?? event.attributes['type'] ?? ''
  } else if (event.kind === 'text' && test.text.length < 10_000) {
    test.text += event.text
  }
}

function isBad(test: TestCase): boolean {
  return test.outcome === 'failed' || test.outcome === 'error'
}

function failureOf({ attributes, message, text }: TestCase): TestFailure {
  const { name = '', classname, file, line } = attributes
  const stack = decodeEntities(text).split('\n')
  const failure = createFailure({
    name: classname === undefined || classname === 'test' ? name : `${classname} > ${name}`,
    message: message || stack,
    stack,
    file,
    line: line === undefined ? undefined : Number(line),
  })
  return failure.file === undefined && file !== undefined ? { ...failure, file } : failure
}
