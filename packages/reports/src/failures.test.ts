import { describe, expect, test } from 'vitest'
import { loadRecording } from '../testing/recordings.ts'
import { readTestReport } from './read-test-report.ts'
import type { TestReport } from './test-report.ts'

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
      expect(readTestReport(loadRecording(name))?.failures).toEqual(failures)
    })
  }
})
