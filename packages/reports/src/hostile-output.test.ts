import { anyText } from '@agency/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recognizeRunners } from '../testing/recognize-runners.ts'
import { checkerRecordings, loadRecording, runnerRecordings } from '../testing/recordings.ts'
import { readProblems } from './problems/read-problems.ts'
import { readTestReport } from './read-test-report.ts'

const recordings = [...runnerRecordings, ...checkerRecordings].map(loadRecording)

/** Lines of real reports, shuffled, cut and mixed with noise: near misses of every format. */
const realLines = recordings.flatMap(({ stdout, stderr }) => `${stdout}\n${stderr}`.split('\n'))
const line = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...realLines) },
  { weight: 1, arbitrary: anyText() },
  fc
    .constantFrom(...realLines)
    .chain((text) => fc.nat(text.length).map((end) => text.slice(0, end))),
)
const output = fc.array(line, { maxLength: 60 }).map((lines) => lines.join('\n'))
const words = fc.constantFrom(
  ...'npx|vitest|jest|npm test|sh -c|go test|cargo test|echo|&&|;|>|<<|$(|(|)|#|A=b|timeout|-m|python|--'.split(
    '|',
  ),
  ...`|| | ' " \\ toString __proto__`.split(' '),
  '\n',
  '\r',
)
const command = fc.oneof(
  fc.constantFrom(...recordings.map((recording) => recording.command), './build.sh test'),
  fc.array(words, { maxLength: 12 }).map((parts) => parts.join(' ')),
  anyText(),
)

test('any output of any command is read without an exception, and the totals agree', () => {
  fc.assert(
    fc.property(command, output, output, fc.nat(2), (line, stdout, stderr, exitCode) => {
      expect(() => readProblems({ stdout, stderr })).not.toThrow()
      const report = readTestReport({ command: line, stdout, stderr, exitCode })
      if (report === undefined) return
      const { passed, failed, skipped, executed, total, errors, outcome, runs } = report
      expect(executed).toBe(passed + failed)
      expect(total).toBe(executed + skipped)
      expect(runs.length).toBeGreaterThan(0)
      for (const count of [passed, failed, skipped, errors]) {
        expect(Number.isSafeInteger(count) && count >= 0).toBe(true)
      }
      if (outcome === 'passed') {
        expect([exitCode, failed, errors]).toEqual([0, 0, 0])
        expect(executed).toBeGreaterThan(0)
      }
    }),
    { numRuns: 100 },
  )
})

test('text in quotes after echo never names a runner', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(recognizeRunners(`echo '${text.replaceAll("'", '')}'`)).toEqual([])
    }),
  )
})

/** Each would take minutes if a reader went back over what it has read. */
const size = 4_000
const floods: Readonly<Record<string, string>> = {
  'one long line': 'a'.repeat(size * 10),
  'one long line of spaces': ' '.repeat(size * 10),
  'colour codes that never end': '\u001b['.repeat(size),
  'carriage returns': 'x\r'.repeat(size),
  'open brackets': '{"num'.repeat(size),
  'headings of failures': ' FAIL  a > b\n'.repeat(size / 4),
  'test points with an open block': 'not ok 1 - x\n  ---\n'.repeat(size / 8),
  'Mocha summaries': '  1 passing (1ms)\n  9999 failing\n'.repeat(size / 8),
  'tags that never close': `<testsuites>${'<testcase name="'.repeat(size)}`,
  'attributes without a value': `<testsuites ${'a'.repeat(size * 5)}>`,
  'Jest blocks': `FAIL a.test.js\n${'  ● a\n'.repeat(size / 4)}`,
  'pytest headings': `=== FAILURES ===\n${'____ a ____\n'.repeat(size / 8)}`,
  'Go subtests': '=== RUN   TestA/b\n--- FAIL: TestA/b (0.00s)\n'.repeat(size / 8),
  'Cargo panics': "thread 'a' panicked at a.rs:1:1:\n".repeat(size / 8),
  'Bun failures': '(fail) a [1.00ms]\n'.repeat(size / 8),
  'compiler errors': `${'a('.repeat(400)}error TS1: x\na.ts(1,2): error TS1: x\n`.repeat(size / 8),
  'lint problems': `a.js\n  1:2  error  ${'x  '.repeat(300)}\n`.repeat(size / 40),
  'lint headings': `a.js ${'x '.repeat(300)}━━━\n`.repeat(size / 40),
  'JSON reports': `${'{"numTotalTests":1,'.repeat(10)}\n`.repeat(size / 40),
}

test.each(Object.keys(floods))('a flood of %s is read in linear time', (name) => {
  const flood = floods[name] ?? ''
  const started = performance.now()
  const line = 'make test; npx vitest run && npx jest && npx mocha && pytest && bun test'
  readTestReport({ command: line, stdout: flood, stderr: '', exitCode: 0 })
  readProblems({ stdout: flood, stderr: '' })
  expect(performance.now() - started).toBeLessThan(10_000)
})

test('a long command line is split in linear time', () => {
  const started = performance.now()
  for (const part of ['a ', "'", '$(', '<<a ', '\\\n', '&&', 'env ', 'sh -c ']) {
    recognizeRunners(part.repeat(5_000))
  }
  expect(performance.now() - started).toBeLessThan(10_000)
})
