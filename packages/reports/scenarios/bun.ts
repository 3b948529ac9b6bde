import { suite } from './javascript-suite.ts'
import { manifest, type Scenarios } from './scenario.ts'

const bun = suite("import { describe, it, beforeAll } from 'bun:test'")

export const bunScenarios: Scenarios = {
  passing: { command: 'bun test', files: { 'sum.test.js': bun.passing } },
  mixed: { command: 'bun test', files: { 'sum.test.js': bun.mixed, 'ok.test.js': bun.passing } },
  'mixed-colour': { command: 'FORCE_COLOR=1 bun test', files: { 'sum.test.js': bun.mixed } },
  'mixed-junit': {
    command: 'bun test --reporter=junit --reporter-outfile=report.xml; cat report.xml',
    files: { 'sum.test.js': bun.mixed },
  },
  'mixed-dots': { command: 'bun test --dots', files: { 'sum.test.js': bun.mixed } },
  skipped: { command: 'bun test', files: { 'sum.test.js': bun.skipped } },
  'empty-file': { command: 'bun test', files: { 'sum.test.js': bun.empty } },
  'no-files': { command: 'bun test', files: { 'readme.md': '' } },
  'no-files-allowed': { command: 'bun test --pass-with-no-tests', files: { 'readme.md': '' } },
  'filter-misses': { command: 'bun test -t unmatched', files: { 'sum.test.js': bun.passing } },
  'path-misses': { command: 'bun test nothing', files: { 'sum.test.js': bun.passing } },
  'syntax-error': { command: 'bun test', files: { 'sum.test.js': bun.syntaxError } },
  'import-error': { command: 'bun test', files: { 'sum.test.js': bun.importError } },
  'hook-error': { command: 'bun test', files: { 'sum.test.js': bun.hookError } },
  'npm-test': {
    command: 'npm test',
    files: { 'package.json': manifest('bun test'), 'sum.test.js': bun.mixed },
  },
}
