import { expect, test } from 'vitest'
import { isTestFile, namedTestFiles } from './named-test-files.ts'

test('files are found in the output of runners that name them', () => {
  const output = [
    ' ✓ src/sum.test.ts (2 tests) 4ms',
    'PASS ./lib/a.spec.js',
    'tests/test_app.py ..                                    [100%]',
    'at Object.<anonymous> (/home/me/shop/src/deep.test.tsx:4:2)',
    'at node_modules/vitest/dist/x.test.js:1',
    'src/sum.ts changed',
  ].join('\n')
  expect(namedTestFiles('npm test', output)).toEqual([
    'src/sum.test.ts',
    'lib/a.spec.js',
    'tests/test_app.py',
    '/home/me/shop/src/deep.test.tsx',
  ])
})

test('files are found in the command line, whatever they are called', () => {
  expect(namedTestFiles('node ./scripts/check.mjs --port=80 && pytest tests/smoke.py', '')).toEqual(
    ['scripts/check.mjs', 'tests/smoke.py'],
  )
})

test('a name tells whether a file holds tests', () => {
  const tests = [
    'a.test.ts',
    'src/b.spec.mjs',
    'test_x.py',
    'pkg/x_test.go',
    'tests/deep/x.py',
    '__tests__/a.jsx',
    'conftest.py',
    'spec/a_spec.rb',
    'test.js',
  ]
  expect(tests.filter((path) => !isTestFile(path))).toEqual([])
  const others = [
    'latest.ts',
    'src/contest.py',
    'attest.go',
    'tests/data.json',
    'README.md',
    'testing.ts',
  ]
  expect(others.filter(isTestFile)).toEqual([])
})
