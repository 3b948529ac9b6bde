import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type FinishedCommand, readTestReport } from './read-test-report.ts'
import type { TestReport } from './test-report.ts'

/**
 * Every recording and what a person reads in it: the outcome, how it was recognized, and for each
 * run the runner, the format, and passed/failed/skipped/errors.
 */
const expectations: Readonly<Record<string, string>> = {
  'bun/empty-file': 'empty by command: bun text 0/0/0/0',
  'bun/filter-misses': 'empty by command: bun text 0/0/0/0',
  'bun/hook-error': 'failed by command: bun text 0/0/0/1',
  'bun/import-error': 'failed by command: bun text 0/0/0/1',
  'bun/mixed-colour': 'failed by command: bun text 1/2/1/0',
  'bun/mixed-dots': 'failed by command: bun text 1/2/1/0',
  'bun/mixed-junit': 'failed by command: bun text 1/2/1/0',
  'bun/mixed': 'failed by command: bun text 3/2/1/0',
  'bun/no-files-allowed': 'empty by command: bun text 0/0/0/0',
  'bun/no-files': 'empty by command: bun text 0/0/0/0',
  'bun/npm-test': 'failed by command: bun text 1/2/1/0',
  'bun/passing': 'passed by command: bun text 2/0/0/0',
  'bun/path-misses': 'empty by command: bun text 0/0/0/0',
  'bun/skipped': 'empty by command: bun text 0/0/2/0',
  'bun/syntax-error': 'failed by command: bun text 0/0/0/1',
  'cargo/build-error': 'failed by command: cargo text 0/0/0/1',
  'cargo/empty': 'empty by command: cargo text 0/0/0/0',
  'cargo/filter-misses': 'empty by command: cargo text 0/0/0/0',
  'cargo/mixed-colour': 'failed by command: cargo text 2/1/1/0',
  'cargo/mixed-nocapture': 'failed by command: cargo text 2/1/1/0',
  'cargo/mixed-quiet': 'failed by command: cargo text 2/1/1/0',
  'cargo/mixed': 'failed by command: cargo text 2/1/1/0',
  'cargo/no-run': 'empty by command: cargo none 0/0/0/0',
  'cargo/passing': 'passed by command: cargo text 2/0/0/0',
  'cargo/several-binaries': 'passed by command: cargo text 4/0/0/0',
  'cargo/skipped': 'empty by command: cargo text 0/0/1/0',
  'go/build-error-json': 'failed by command: go json 2/0/0/1',
  'go/build-error': 'failed by command: go text 1/0/0/1 packages',
  'go/cached': 'passed by command: go text 1/0/0/0 packages',
  'go/empty-file': 'empty by command: go text 0/0/0/0 packages',
  'go/filter-misses-json': 'empty by command: go json 0/0/0/0',
  'go/filter-misses': 'empty by command: go text 0/0/0/0 packages',
  'go/mixed-json': 'failed by command: go json 4/2/1/0',
  'go/mixed-verbose': 'failed by command: go text 4/2/1/0',
  'go/mixed': 'failed by command: go text 1/1/0/0 packages',
  'go/no-files-json': 'empty by command: go json 0/0/0/0',
  'go/no-files': 'empty by command: go text 0/0/0/0 packages',
  'go/no-packages': 'empty by command: go none 0/0/0/0',
  'go/panics-json': 'failed by command: go json 1/1/0/0',
  'go/panics': 'failed by command: go text 1/1/0/0',
  'go/passing-verbose': 'passed by command: go text 2/0/0/0',
  'go/passing': 'passed by command: go text 1/0/0/0 packages',
  'go/skipped-json': 'empty by command: go json 0/0/1/0',
  'go/skipped-verbose': 'empty by command: go text 0/0/1/0',
  'jest/empty-file': 'failed by command: jest text 0/0/0/1',
  'jest/filter-misses': 'empty by command: jest text 0/0/2/0',
  'jest/hook-error': 'failed by command: jest text 0/1/0/0',
  'jest/import-error': 'failed by command: jest text 0/0/0/1',
  'jest/mixed-colour': 'failed by command: jest text 1/2/1/0',
  'jest/mixed-json': 'failed by command: jest json 1/2/1/1',
  'jest/mixed-verbose': 'failed by command: jest text 1/2/1/0',
  'jest/mixed': 'failed by command: jest text 3/2/1/0',
  'jest/no-files-allowed': 'empty by command: jest text 0/0/0/0',
  'jest/no-files-json': 'empty by command: jest json 0/0/0/0',
  'jest/no-files': 'empty by command: jest text 0/0/0/0',
  'jest/npm-test': 'passed by command: jest text 2/0/0/0',
  'jest/passing': 'passed by command: jest text 2/0/0/0',
  'jest/skipped': 'empty by command: jest text 0/0/2/0',
  'jest/syntax-error': 'failed by command: jest text 0/0/0/1',
  'mocha/empty-file': 'empty by command: mocha text 0/0/0/0',
  'mocha/empty-json': 'empty by command: mocha json 0/0/0/0',
  'mocha/filter-misses': 'empty by command: mocha text 0/0/0/0',
  'mocha/hook-error': 'failed by command: mocha text 0/0/0/1',
  'mocha/mixed-colour': 'failed by command: mocha text 1/2/1/0',
  'mocha/mixed-dot': 'failed by command: mocha text 1/2/1/0',
  'mocha/mixed-json': 'failed by command: mocha json 1/2/1/0',
  'mocha/mixed-tap': 'failed by command: mocha tap 1/2/1/0',
  'mocha/mixed': 'failed by command: mocha text 1/2/1/0',
  'mocha/no-files': 'empty by command: mocha none 0/0/0/0',
  'mocha/npm-test': 'failed by command: mocha text 1/2/1/0',
  'mocha/passing': 'passed by command: mocha text 2/0/0/0',
  'mocha/skipped': 'empty by command: mocha text 0/0/2/0',
  'mocha/syntax-error': 'failed by command: mocha text 0/0/0/1',
  'node/empty-file-spec': 'empty by command: node text 0/0/0/0',
  'node/empty-file': 'empty by command: node tap 0/0/0/0',
  'node/filter-misses': 'empty by command: node tap 0/0/2/0',
  'node/hook-error': 'failed by command: node text 0/0/0/1',
  'node/mixed-colour': 'failed by command: node text 1/2/1/0',
  'node/mixed-dot': 'empty by command: node none 0/0/0/0',
  'node/mixed-junit': 'failed by command: node junit 1/2/1/0',
  'node/mixed-spec': 'failed by command: node text 1/2/1/0',
  'node/mixed': 'failed by command: node tap 1/2/1/0',
  'node/no-files-junit': 'empty by command: node junit 0/0/0/0',
  'node/no-files': 'empty by command: node tap 0/0/0/0',
  'node/npm-test': 'passed by command: node tap 2/0/0/0',
  'node/passing': 'passed by command: node tap 2/0/0/0',
  'node/skipped-spec': 'empty by command: node text 0/0/2/0',
  'node/skipped': 'empty by command: node tap 0/0/2/0',
  'node/syntax-error-spec': 'failed by command: node text 0/0/0/1',
  'node/syntax-error': 'failed by command: node tap 0/0/0/1',
  'node/test-file': 'failed by output: node tap 1/2/1/0',
  'none/echo': 'no test runner',
  'none/npm-default': 'no test runner',
  'none/npm-echo': 'no test runner',
  'none/npm-missing': 'no test runner',
  'none/shell': 'no test runner',
  'pytest/bad-option': 'empty by command: pytest none 0/0/0/0',
  'pytest/collect-only': 'empty by command: pytest text 0/0/0/0',
  'pytest/empty-file': 'empty by command: pytest text 0/0/0/0',
  'pytest/empty-quiet': 'empty by command: pytest text 0/0/0/0',
  'pytest/filter-misses': 'empty by command: pytest text 0/0/0/0',
  'pytest/import-error': 'failed by command: pytest text 0/0/0/1',
  'pytest/make-test': 'passed by output: pytest text 2/0/0/0',
  'pytest/mixed-all': 'failed by command: pytest text 2/2/2/1',
  'pytest/mixed-colour': 'failed by command: pytest text 2/2/2/1',
  'pytest/mixed-junit': 'failed by command: pytest text 2/2/2/1',
  'pytest/mixed-quiet': 'failed by command: pytest text 2/2/2/1',
  'pytest/mixed-verbose': 'failed by command: pytest text 2/2/2/1',
  'pytest/mixed': 'failed by command: pytest text 2/2/2/1',
  'pytest/passing': 'passed by command: pytest text 2/0/0/0',
  'pytest/path-missing': 'empty by command: pytest text 0/0/0/0',
  'pytest/skipped': 'empty by command: pytest text 0/0/1/0',
  'pytest/syntax-error': 'failed by command: pytest text 0/0/0/1',
  'several/node-and-pytest': 'passed by command: node tap 2/0/0/0, pytest text 2/0/0/0',
  'several/vitest-and-empty-bun': 'empty by command: vitest text 2/0/0/0, bun text 0/0/0/0',
  'several/vitest-twice': 'failed by command: vitest text 2/0/0/0, vitest text 1/2/1/0',
  'several/workspaces': 'passed by output: vitest text 2/0/0/0, node tap 2/0/0/0',
  'tap/empty': 'empty by command: tap tap 0/0/0/0',
  'tap/mixed-npm': 'failed by output: tap tap 1/1/1/0',
  'tap/mixed': 'failed by command: tap tap 1/1/1/0',
  'tap/passing': 'passed by command: tap tap 1/0/0/0',
  'unittest/empty': 'empty by command: unittest text 0/0/0/0',
  'unittest/import-error': 'failed by command: unittest text 0/0/0/1',
  'unittest/mixed-verbose': 'failed by command: unittest text 1/2/1/0',
  'unittest/mixed': 'failed by command: unittest text 1/2/1/0',
  'unittest/skipped': 'empty by command: unittest text 0/0/1/0',
  'vitest/bun-run-test': 'passed by command: vitest text 2/0/0/0',
  'vitest/empty-file': 'failed by command: vitest text 0/0/0/1',
  'vitest/failure-hidden': 'failed by command: vitest text 1/2/1/0',
  'vitest/filter-misses': 'empty by command: vitest text 0/0/2/0',
  'vitest/hook-error': 'failed by command: vitest text 0/0/1/1',
  'vitest/import-error': 'failed by command: vitest text 0/0/0/1',
  'vitest/json-file': 'empty by command: vitest none 0/0/0/0',
  'vitest/make-test': 'failed by output: vitest text 1/2/1/0',
  'vitest/mixed-colour': 'failed by command: vitest text 1/2/1/0',
  'vitest/mixed-dot': 'failed by command: vitest text 1/2/1/0',
  'vitest/mixed-json': 'failed by command: vitest json 1/2/1/1',
  'vitest/mixed-junit': 'failed by command: vitest junit 1/2/1/0',
  'vitest/mixed-projects': 'failed by command: vitest text 1/2/1/0',
  'vitest/mixed-tap': 'failed by command: vitest tap 1/2/1/0',
  'vitest/mixed-verbose': 'failed by command: vitest text 1/2/1/0',
  'vitest/mixed': 'failed by command: vitest text 3/2/1/0',
  'vitest/no-files-allowed': 'empty by command: vitest text 0/0/0/0',
  'vitest/no-files-json': 'empty by command: vitest json 0/0/0/0',
  'vitest/no-files': 'empty by command: vitest text 0/0/0/0',
  'vitest/npm-test': 'passed by command: vitest text 2/0/0/0',
  'vitest/passing': 'passed by command: vitest text 2/0/0/0',
  'vitest/piped': 'failed by command: vitest text 1/2/1/0',
  'vitest/pnpm-test': 'passed by command: vitest text 2/0/0/0',
  'vitest/skipped-prints-passed': 'empty by command: vitest text 0/0/1/0',
  'vitest/skipped': 'empty by command: vitest text 0/0/2/0',
  'vitest/syntax-error': 'failed by command: vitest text 0/0/0/1',
  'vitest/yarn-test': 'passed by command: vitest text 2/0/0/0',
}

const directory = join(import.meta.dirname, '../fixtures')
const runners = readdirSync(directory).filter((name) => !['tsc', 'eslint', 'biome'].includes(name))
const fixtures = runners.flatMap((runner) =>
  readdirSync(join(directory, runner)).map((file) => `${runner}/${file.replace('.json', '')}`),
)

test('every recording has an expectation, and every expectation a recording', () => {
  expect(fixtures.toSorted()).toEqual(Object.keys(expectations).toSorted())
})

describe('the recordings of real runners', () => {
  for (const [name, expected] of Object.entries(expectations)) {
    test(`${name}: ${expected}`, () => {
      expect(inWords(readTestReport(load(name)))).toBe(expected)
    })
  }
})

test('Windows line ends change nothing', () => {
  const windows = (text: string) => text.replaceAll('\n', '\r\n')
  for (const name of fixtures) {
    const finished = load(name)
    const stdout = windows(finished.stdout)
    const changed = readTestReport({ ...finished, stdout, stderr: windows(finished.stderr) })
    expect(changed, name).toEqual(readTestReport(finished))
  }
})

test('both streams in one, as after 2>&1, give the same totals', () => {
  for (const name of fixtures) {
    const finished = load(name)
    const expected = readTestReport(finished)
    for (const texts of [
      [finished.stdout, finished.stderr],
      [finished.stderr, finished.stdout],
    ]) {
      const merged = readTestReport({ ...finished, stdout: texts.join('\n'), stderr: '' })
      expect(merged?.outcome, name).toBe(expected?.outcome)
      expect(merged?.runs, name).toEqual(expected?.runs)
    }
  }
})

describe('failures', () => {
  const subtracts = { file: 'sum.test.js', line: 5, message: 'Error: expected 3 to be 4' }
  const divides = {
    name: 'divides – ünïcode ✓ "quoted"',
    file: 'sum.test.js',
    line: 11,
    message: "TypeError: Cannot read properties of undefined (reading 'value')",
  }
  const python = [
    {
      name: 'ERROR at setup of test_stores',
      file: 'test_sum.py',
      line: 23,
      message: 'RuntimeError: no database',
    },
    {
      name: 'test_subtracts',
      file: 'test_sum.py',
      line: 7,
      message: 'AssertionError: subtraction is broken\nassert (3 - 1) == 1',
    },
    { name: 'test_each[2]', file: 'test_sum.py', line: 19, message: 'assert 2 == 1' },
  ]
  const rust = {
    name: 'subtracts',
    file: 'src/lib.rs',
    line: 7,
    message: 'assertion `left == right` failed: subtraction is broken\nleft: 2\nright: 1',
  }
  const golang = [
    {
      name: 'TestSubtracts',
      file: 'sum_test.go',
      line: 11,
      message: 'sum_test.go:11: got 3, want 4',
    },
    {
      name: 'TestTable/two_words',
      file: 'sum_test.go',
      line: 18,
      message: 'sum_test.go:18: broken',
    },
  ]
  const cases: Readonly<Record<string, TestReport['failures']>> = {
    'vitest/mixed': [{ name: 'sum > subtracts', ...subtracts }, divides],
    'vitest/mixed-projects': [{ name: 'sum > subtracts', ...subtracts }, divides],
    'vitest/mixed-colour': [{ name: 'sum > subtracts', ...subtracts }, divides],
    'vitest/import-error': [
      {
        name: 'sum.test.js',
        file: 'sum.test.js',
        line: 2,
        message:
          "Error: Cannot find module './does-not-exist.js' imported from /project/sum.test.js",
      },
    ],
    'vitest/mixed-junit': [
      {
        name: 'sum.test.js > sum > subtracts',
        file: 'sum.test.js',
        line: 5,
        message: 'expected 3 to be 4',
      },
      {
        ...divides,
        name: `sum.test.js > ${divides.name}`,
        message: "Cannot read properties of undefined (reading 'value')",
      },
    ],
    'jest/mixed': [
      { name: 'sum › subtracts', ...subtracts, message: 'expected 3 to be 4' },
      divides,
    ],
    'jest/syntax-error': [
      {
        name: 'sum.test.js',
        file: 'sum.test.js',
        line: 3,
        message: 'SyntaxError: /project/sum.test.js: Unexpected token (3:0)',
      },
    ],
    'mocha/mixed': [
      { ...divides, file: 'test/sum.js' },
      { name: 'sum subtracts', ...subtracts, file: 'test/sum.js' },
    ],
    'mocha/syntax-error': [
      {
        name: '/project/test/sum.js',
        file: '/project/test/sum.js',
        line: 3,
        message: 'SyntaxError: Unexpected end of input',
      },
    ],
    'bun/mixed': [
      {
        name: 'sum > subtracts',
        file: '/project/sum.test.js',
        line: 5,
        message: 'error: expected 3 to be 4',
      },
      {
        name: divides.name,
        file: '/project/sum.test.js',
        line: 10,
        message: "TypeError: undefined is not an object (evaluating '(void 0).value')",
      },
    ],
    'node/mixed-spec': [
      { ...subtracts, name: 'subtracts', line: 4 },
      {
        ...divides,
        line: 9,
        message: "TypeError [Error]: Cannot read properties of undefined (reading 'value')",
      },
    ],
    'node/mixed': [
      {
        name: 'subtracts',
        file: '/project/sum.test.js',
        line: 4,
        message: 'expected 3 to be 4',
      },
      {
        name: divides.name,
        file: '/project/sum.test.js',
        line: 9,
        message: "Cannot read properties of undefined (reading 'value')",
      },
    ],
    'pytest/mixed': python,
    'pytest/mixed-colour': python,
    'pytest/mixed-quiet': python,
    'unittest/mixed': [
      {
        name: 'test_divides (test_sum.Sum.test_divides)',
        file: '/project/test_sum.py',
        line: 11,
        message: 'ZeroDivisionError: division by zero',
      },
      {
        name: 'test_subtracts (test_sum.Sum.test_subtracts)',
        file: '/project/test_sum.py',
        line: 8,
        message: 'AssertionError: 2 != 1',
      },
    ],
    'go/mixed': golang,
    'go/mixed-verbose': golang,
    'go/mixed-json': golang,
    'go/build-error': [
      { name: 'sum_test.go', file: 'sum_test.go', line: 5, message: 'undefined: undefined' },
    ],
    'cargo/mixed': [rust],
    'cargo/mixed-nocapture': [rust],
    'cargo/build-error': [
      { name: 'src/lib.rs', file: 'src/lib.rs', line: 2, message: 'mismatched types' },
    ],
    'tap/mixed': [
      {
        name: 'three less one',
        file: '/project/sum.js',
        line: 3,
        message: 'operator: equal\nexpected: 1\nactual:   2',
      },
    ],
  }
  for (const [name, failures] of Object.entries(cases)) {
    test(`of ${name} have a name, a place and a message`, () => {
      expect(readTestReport(load(name))?.failures).toEqual(failures)
    })
  }
})

test('a report tells how long the tests took, where the runner does', () => {
  expect(readTestReport(load('bun/mixed'))?.durationMs).toBeGreaterThan(0)
  expect(readTestReport(load('several/node-and-pytest'))?.durationMs).toBeGreaterThan(10)
  expect(readTestReport(load('tap/mixed'))?.durationMs).toBeUndefined()
})

function load(name: string): FinishedCommand {
  return JSON.parse(readFileSync(join(directory, `${name}.json`), 'utf8'))
}

function inWords(report: TestReport | undefined): string {
  if (report === undefined) return 'no test runner'
  const runs = report.runs.map(({ runner, format, counts, passed, failed, skipped, errors }) => {
    const unit = counts === 'packages' ? ' packages' : ''
    return `${runner} ${format} ${passed}/${failed}/${skipped}/${errors}${unit}`
  })
  return `${report.outcome} by ${report.recognizedBy}: ${runs.join(', ')}`
}
