import { suite } from './javascript-suite.ts'
import { manifest, type Scenarios } from './scenario.ts'

export const node = suite("const { describe, it, before: beforeAll } = require('node:test')")

export const nodeScenarios: Scenarios = {
  passing: { command: 'node --test', files: { 'sum.test.js': node.passing } },
  mixed: { command: 'node --test', files: { 'sum.test.js': node.mixed } },
  'mixed-spec': {
    command: 'node --test --test-reporter=spec',
    files: { 'sum.test.js': node.mixed },
  },
  'mixed-colour': {
    command: 'FORCE_COLOR=1 node --test --test-reporter=spec',
    files: { 'sum.test.js': node.mixed },
  },
  'mixed-junit': {
    command: 'node --test --test-reporter=junit',
    files: { 'sum.test.js': node.mixed },
  },
  'mixed-dot': {
    command: 'node --test --test-reporter=dot',
    files: { 'sum.test.js': node.mixed },
  },
  skipped: { command: 'node --test', files: { 'sum.test.js': node.skipped } },
  'skipped-spec': {
    command: 'node --test --test-reporter=spec',
    files: { 'sum.test.js': node.skipped },
  },
  'empty-file': { command: 'node --test', files: { 'sum.test.js': node.empty } },
  'empty-file-spec': {
    command: 'node --test --test-reporter=spec',
    files: { 'sum.test.js': node.empty },
  },
  'no-files': { command: 'node --test', files: { 'readme.md': '' } },
  'no-files-junit': { command: 'node --test --test-reporter=junit', files: { 'readme.md': '' } },
  'filter-misses': {
    command: 'node --test --test-name-pattern=unmatched',
    files: { 'sum.test.js': node.passing },
  },
  'syntax-error': { command: 'node --test', files: { 'sum.test.js': node.syntaxError } },
  'syntax-error-spec': {
    command: 'node --test --test-reporter=spec',
    files: { 'sum.test.js': node.syntaxError },
  },
  'hook-error': {
    command: 'node --test --test-reporter=spec',
    files: { 'sum.test.js': node.hookError },
  },
  'test-file': { command: 'node sum.test.js', files: { 'sum.test.js': node.mixed } },
  'npm-test': {
    command: 'npm test',
    files: { 'package.json': manifest('node --test'), 'sum.test.js': node.passing },
  },
}
