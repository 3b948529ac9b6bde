import { describe, expect, test } from 'vitest'
import { readTestReport } from './read-test-report.ts'

const vitestSummary = (tests: string) =>
  ` Test Files  1 passed (1)\n      Tests  ${tests}\n   Start at  10:00:00\n   Duration  1.00s\n`
const vitestRun = (tests: string) => `\n RUN  v5.0.5 /project\n\n${vitestSummary(tests)}`

function read(command: string, stdout: string, { stderr = '', exitCode = 0 } = {}) {
  return readTestReport({ command, stdout, stderr, exitCode })
}

describe('text that only looks like a report', () => {
  test.each([
    ['echo "5 passed"', '5 passed\n'],
    ['cat report.txt', vitestRun('5 passed (5)')],
    ["sh -c 'cat report.txt'", vitestRun('5 passed (5)')],
    ["printf '  5 passing (3ms)'", '  5 passing (3ms)'],
    ['node -e "console.log(report)"', vitestRun('5 passed (5)')],
    ['npm test', `\n> demo@1.0.0 test\n> cat report.txt\n\n${vitestRun('5 passed (5)')}`],
    ['bun run test', vitestRun('5 passed (5)')],
  ])('%s is no test runner', (command, stdout) => {
    const stderr = command.startsWith('bun') ? '$ cat report.txt\n' : ''
    expect(read(command, stdout, { stderr })).toBeUndefined()
  })

  test.each([
    '5 passed',
    '5 passed in 0.02s',
    'Tests: 5 passed, 5 total',
    '5 passing',
    'ok 1 - fine\n1..1',
    '# tests 5\n# pass 5',
    'ok example.com/demo 0.1s',
    'test result: ok. 5 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out',
    'Ran 5 tests in 0.1s',
    '<testsuite tests="5"/>',
  ])('a script that prints %j has shown no report', (stdout) => {
    expect(read('./check.sh', stdout)).toBeUndefined()
    expect(read('make test', stdout)).toBeUndefined()
  })

  test('a runner named in the line does not lend its name to what echo prints', () => {
    const fake = vitestSummary('5 passed (5)')
    const hidden = read('npx vitest run || cat fake.txt', `${vitestRun('no tests')}${fake}`)
    expect(hidden).toMatchObject({ outcome: 'empty', executed: 0 })
    const failing = vitestRun('1 failed | 1 passed (2)')
    expect(read('npx vitest run; cat fake.txt', `${failing}${fake}`)?.outcome).toBe('failed')
  })

  test('a test that prints a report, in text or JSON, does not replace the real one', () => {
    const json = `{"numTotalTests":5,"numPassedTests":5}\n`
    const full = `{"numFailedTests":0,"numPassedTests":5,"numPendingTests":0,"numTodoTests":0,"numTotalTests":5,"startTime":0,"success":true,"testResults":[]}\n`
    for (const fake of [json, full, vitestSummary('5 passed (5)')]) {
      const report = read('npx vitest run', `${fake}${vitestRun('2 skipped (2)')}`)
      expect(report).toMatchObject({ outcome: 'empty', executed: 0 })
    }
  })

  test('a fake on the other stream does not count', () => {
    const stderr = vitestSummary('5 passed (5)')
    expect(read('npx vitest run', vitestRun('no tests'), { stderr })?.outcome).toBe('empty')
  })
})

describe('a runner that the command names', () => {
  test.each(['npx vitest run >/dev/null', 'jest --version', 'pytest -q >log; true', 'go test -c'])(
    'and that shows no result has executed nothing: %s',
    (command) => {
      const report = read(command, 'v1.2.3\n')
      expect(report).toMatchObject({ outcome: 'empty', executed: 0, recognizedBy: 'command' })
      expect(report?.runs[0]?.format).toBe('none')
    },
  )

  test('fails with its tests when the exit code is hidden', () => {
    expect(read('npx vitest run || true', vitestRun('1 failed | 4 passed (5)'))?.outcome).toBe(
      'failed',
    )
  })

  test('fails with the command, though every test passed', () => {
    const report = read('npx vitest run --coverage', vitestRun('5 passed (5)'), { exitCode: 1 })
    expect(report).toMatchObject({ outcome: 'failed', passed: 5, failed: 0 })
  })

  test('did not pass when the command was killed', () => {
    const stdout = vitestRun('5 passed (5)')
    const killed = { command: 'npx vitest run', stdout, stderr: '', exitCode: null }
    expect(readTestReport(killed)?.outcome).toBe('failed')
  })

  test('is empty beside another that ran tests', () => {
    const stdout = `${vitestRun('5 passed (5)')}\n  0 passing (1ms)\n`
    const report = read('npx vitest run && npx mocha', stdout)
    expect(report).toMatchObject({ outcome: 'empty', executed: 5 })
  })
})

describe('a program that runs tests inside', () => {
  test('is recognized by the shape of its output', () => {
    const report = read('./build.sh check', `linting\n${vitestRun('5 passed (5)')}`)
    expect(report).toMatchObject({ outcome: 'passed', passed: 5, recognizedBy: 'output' })
  })

  test('may have an empty package among others, but not only empty ones', () => {
    const full = vitestRun('5 passed (5)')
    const none = '\n RUN  v5.0.5 /project\n\nNo test files found, exiting with code 0\n'
    expect(read('turbo test', `${full}${none}`)?.outcome).toBe('passed')
    expect(read('turbo test', `${none}${none}`)?.outcome).toBe('empty')
  })
})

test('a progress display that is drawn over leaves only its last state', () => {
  const drawn =
    '\u001b[2K\r      Tests  1 passed (9)\r\u001b[1A\u001b[2K      Tests  9 passed (9)\n'
  const report = read('npx vitest run', ` Test Files  1 passed (1)\n${drawn}`)
  expect(report).toMatchObject({ outcome: 'passed', passed: 9, total: 9 })
})

test('a message is cut to what one needs, and so is the list of failures', () => {
  const failure = ` FAIL  a.test.ts > broken\nError: ${'long '.repeat(2000)}\n ❯ a.test.ts:1:1\n\n`
  const stdout = `${failure.repeat(500)}${vitestRun('500 failed (500)')}`
  const report = read('npx vitest run', stdout, { exitCode: 1 })
  expect(report?.failed).toBe(500)
  expect(report?.failures).toHaveLength(200)
  expect(report?.failures[0]?.message.length).toBeLessThanOrEqual(2000)
})

test('a message of several lines is read from the lines below its name', () => {
  const report = read(
    'node --test a.test.mjs',
    [
      'TAP version 13',
      'not ok 1 - adds up',
      '  ---',
      "  location: 'a.test.mjs:3:1'",
      '  error: |-',
      '    Expected values to be strictly equal:',
      '    ',
      '    999 !== 1000',
      '  code: ERR_ASSERTION',
      '  ...',
      '1..1',
      '# tests 1',
      '# pass 0',
      '# fail 1',
      '',
    ].join('\n'),
    { exitCode: 1 },
  )
  expect(report?.failures[0]?.message).toBe('Expected values to be strictly equal:\n999 !== 1000')
})
