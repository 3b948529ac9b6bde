import { suite } from './javascript-suite.ts'
import { manifest, type Scenarios } from './scenario.ts'

export const vitest = suite("import { describe, it, beforeAll } from 'vitest'")

const vitestImport = vitest.importError.replace(
  "require('./does-not-exist.js')",
  "import './does-not-exist.js'",
)

const fakeVitest = `import { describe, it } from 'vitest'
console.log(' Test Files  1 passed (1)\\n      Tests  5 passed (5)\\n   Start at  10:00:00\\n   Duration  1.00s')
describe('sum', () => { it.skip('adds', () => {}) })
`

export const vitestScenarios: Scenarios = {
  passing: { command: 'npx vitest run', files: { 'sum.test.js': vitest.passing } },
  mixed: {
    command: 'npx vitest run',
    files: { 'sum.test.js': vitest.mixed, 'ok.test.js': vitest.passing },
  },
  'mixed-colour': {
    command: 'FORCE_COLOR=1 npx vitest run',
    files: { 'sum.test.js': vitest.mixed },
  },
  'mixed-verbose': {
    command: 'npx vitest run --reporter=verbose',
    files: { 'sum.test.js': vitest.mixed },
  },
  'mixed-json': {
    command: 'npx vitest run --reporter=json; cat .vitest/json/output.json',
    files: { 'sum.test.js': vitest.mixed, 'broken.test.js': vitest.syntaxError },
  },
  'mixed-junit': {
    command: 'npx vitest run --reporter=junit; cat .vitest/junit/output.xml',
    files: { 'sum.test.js': vitest.mixed },
  },
  'json-file': {
    command: 'npx vitest run --reporter=json',
    files: { 'sum.test.js': vitest.passing },
  },
  'mixed-tap': {
    command: 'npx vitest run --reporter=tap',
    files: { 'sum.test.js': vitest.mixed },
  },
  'mixed-dot': {
    command: 'npx vitest run --reporter=dot',
    files: { 'sum.test.js': vitest.mixed },
  },
  'mixed-projects': {
    command: 'npx vitest run',
    files: {
      'vitest.config.js': "export default { test: { projects: [{ test: { name: 'unit' } }] } }",
      'sum.test.js': vitest.mixed,
    },
  },
  skipped: { command: 'npx vitest run', files: { 'sum.test.js': vitest.skipped } },
  'skipped-prints-passed': { command: 'npx vitest run', files: { 'sum.test.js': fakeVitest } },
  'empty-file': { command: 'npx vitest run', files: { 'sum.test.js': vitest.empty } },
  'no-files': { command: 'npx vitest run', files: { 'readme.md': '' } },
  'no-files-allowed': { command: 'npx vitest run --passWithNoTests', files: { 'readme.md': '' } },
  'no-files-json': {
    command: 'npx vitest run --passWithNoTests --reporter=json && cat .vitest/json/output.json',
    files: { 'readme.md': '' },
  },
  'filter-misses': {
    command: 'npx vitest run -t unmatched',
    files: { 'sum.test.js': vitest.passing },
  },
  'syntax-error': { command: 'npx vitest run', files: { 'sum.test.js': vitest.syntaxError } },
  'import-error': { command: 'npx vitest run', files: { 'sum.test.js': vitestImport } },
  'hook-error': { command: 'npx vitest run', files: { 'sum.test.js': vitest.hookError } },
  'npm-test': {
    command: 'npm test',
    files: { 'package.json': manifest('vitest run'), 'sum.test.js': vitest.passing },
  },
  'bun-run-test': {
    command: 'bun run test',
    files: { 'package.json': manifest('vitest run'), 'sum.test.js': vitest.passing },
  },
  'pnpm-test': {
    command: 'pnpm test',
    files: { 'package.json': manifest('vitest run'), 'sum.test.js': vitest.passing },
  },
  'yarn-test': {
    command: 'yarn test',
    files: { 'package.json': manifest('vitest run'), 'sum.test.js': vitest.passing },
  },
  'make-test': {
    command: 'make test',
    files: { Makefile: 'test:\n\t@npx vitest run\n', 'sum.test.js': vitest.mixed },
  },
  'failure-hidden': { command: 'npx vitest run || true', files: { 'sum.test.js': vitest.mixed } },
  piped: { command: 'npx vitest run 2>&1 | tail -n 6', files: { 'sum.test.js': vitest.mixed } },
}
