import { describe, expect, test } from 'vitest'
import { checkerRecordings, loadRecording, runnerRecordings } from '../../testing/recordings.ts'
import type { Problem } from './problem-report.ts'
import { readProblems } from './read-problems.ts'

const mistypes = [
  "tsc error index.ts:1:7 TS2322: Type 'string' is not assignable to type 'number'.",
  'tsc error index.ts:3:15 TS2554: Expected 1 arguments, but got 2.',
]
const sloppy = [
  "eslint error /project/index.js:2:5 no-unused-vars: 'unused' is assigned a value but never used",
  "eslint warning /project/index.js:1:5 prefer-const: 'answer' is never reassigned. Use 'const' instead",
  "eslint warning /project/index.js:2:5 prefer-const: 'unused' is never reassigned. Use 'const' instead",
]
const useConst = 'lint/style/useConst: This let declares a variable that is only assigned once.'
const linted = [
  `biome warning index.js:1:1 ${useConst}`,
  `biome warning index.js:2:1 ${useConst}`,
  'biome warning index.js:2:5 lint/correctness/noUnusedVariables: This variable unused is unused.',
]

/** Every recording of a linter or compiler, and what a person reads in it. */
const expectations: Readonly<Record<string, readonly string[]>> = {
  'tsc/errors': ['2 errors, 0 warnings', ...mistypes],
  'tsc/pretty': ['2 errors, 0 warnings', ...mistypes],
  'tsc/bad-config': [
    '1 errors, 0 warnings',
    "tsc error tsconfig.json:1:21 TS5023: Unknown compiler option 'nonsense'.",
  ],
  'tsc/clean': [],
  'eslint/stylish': ['1 errors, 2 warnings', ...sloppy],
  'eslint/json': ['1 errors, 2 warnings', ...sloppy.map((line) => `${line}.`)],
  'eslint/syntax-error': [
    '1 errors, 0 warnings',
    "eslint error /project/index.js:1:1 Parsing error: The keyword 'let' is reserved",
  ],
  'eslint/clean': [],
  'biome/lint': ['0 errors, 3 warnings', ...linted],
  'biome/json': ['0 errors, 3 warnings', ...linted],
  'biome/check': [
    '1 errors, 3 warnings',
    'biome error index.js format: Formatter would have printed the following content:',
    ...linted,
  ],
  'biome/clean': [],
}

describe('the recordings of real linters and compilers', () => {
  for (const [name, expected] of Object.entries(expectations)) {
    test(name, () => expect(inWords(loadRecording(name))).toEqual(expected))
  }

  test('all of them are expected', () => {
    expect(checkerRecordings.toSorted()).toEqual(Object.keys(expectations).toSorted())
  })
})

test('both streams in one, Windows line ends and a script before it change nothing', () => {
  for (const [name, expected] of Object.entries(expectations)) {
    const { stdout, stderr } = loadRecording(name)
    const lines = `> check\n\n${stdout}\n${stderr}`.replaceAll('\n', '\r\n')
    expect(inWords({ stdout: '', stderr: lines }), name).toEqual(expected)
  }
})

test('what tsc says of a type step by step is one message; a path may hold brackets', () => {
  const stdout = [
    "app/(shop)/page.ts(3,5): error TS2345: Argument of type 'A' is not assignable to 'B'.",
    "  Types of property 'id' are incompatible.",
    "    Type 'string' is not assignable to type 'number'.",
    "error TS18003: No inputs were found in config file 'tsconfig.json'.",
  ].join('\n')
  expect(readProblems({ stdout, stderr: '' })?.problems).toEqual([
    {
      ...{ checker: 'tsc', severity: 'error', rule: 'TS2345' },
      ...{ file: 'app/(shop)/page.ts', line: 3, column: 5 },
      message: stdout
        .split('\n')
        .slice(0, 3)
        .join('\n')
        .replace(/^.*TS2345: /, ''),
    },
    {
      ...{ checker: 'tsc', severity: 'error', rule: 'TS18003' },
      message: "No inputs were found in config file 'tsconfig.json'.",
    },
  ])
})

test('problems that Biome only counted are counted', () => {
  const { stdout, stderr } = loadRecording('biome/check')
  const cut = stderr.replace('Found 1 error.', 'Found 21 errors.')
  expect(readProblems({ stdout, stderr: cut })).toMatchObject({ errors: 21, warnings: 3 })
})

test('the output of a test runner has no problems', () => {
  for (const name of runnerRecordings) {
    expect(readProblems(loadRecording(name)), name).toBeUndefined()
  }
})

function inWords(printed: { stdout: string; stderr: string }): string[] {
  const report = readProblems(printed)
  if (report === undefined) return []
  return [
    `${report.errors} errors, ${report.warnings} warnings`,
    ...report.problems.map(describeProblem),
  ]
}

function describeProblem({
  checker,
  severity,
  file,
  line,
  column,
  rule,
  message,
}: Problem): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':')
  const what = rule === undefined ? message : `${rule}: ${message}`
  return `${checker} ${severity} ${place} ${what}`
}
