import { suite } from './javascript-suite.ts'
import { manifest, type Scenarios } from './scenario.ts'

const jest = suite('')

export const jestScenarios: Scenarios = {
  passing: {
    command: 'npx jest',
    files: { 'package.json': manifest('jest'), 'sum.test.js': jest.passing },
  },
  mixed: {
    command: 'npx jest',
    files: {
      'package.json': manifest('jest'),
      'sum.test.js': jest.mixed,
      'ok.test.js': jest.passing,
    },
  },
  'mixed-colour': {
    command: 'npx jest --colors',
    files: { 'package.json': manifest('jest'), 'sum.test.js': jest.mixed },
  },
  'mixed-verbose': {
    command: 'npx jest --verbose',
    files: { 'package.json': manifest('jest'), 'sum.test.js': jest.mixed },
  },
  'mixed-json': {
    command: 'npx jest --json',
    files: {
      'package.json': manifest('jest'),
      'sum.test.js': jest.mixed,
      'broken.test.js': jest.syntaxError,
    },
  },
  skipped: {
    command: 'npx jest',
    files: { 'package.json': manifest('jest'), 'sum.test.js': jest.skipped },
  },
  'empty-file': {
    command: 'npx jest',
    files: { 'package.json': manifest('jest'), 'sum.test.js': jest.empty },
  },
  'no-files': { command: 'npx jest', files: { 'package.json': manifest('jest') } },
  'no-files-allowed': {
    command: 'npx jest --passWithNoTests',
    files: { 'package.json': manifest('jest') },
  },
  'no-files-json': {
    command: 'npx jest --passWithNoTests --json',
    files: { 'package.json': manifest('jest') },
  },
  'filter-misses': {
    command: 'npx jest -t unmatched',
    files: { 'package.json': manifest('jest'), 'sum.test.js': jest.passing },
  },
  'syntax-error': {
    command: 'npx jest',
    files: { 'package.json': manifest('jest'), 'sum.test.js': jest.syntaxError },
  },
  'import-error': {
    command: 'npx jest',
    files: { 'package.json': manifest('jest'), 'sum.test.js': jest.importError },
  },
  'hook-error': {
    command: 'npx jest',
    files: { 'package.json': manifest('jest'), 'sum.test.js': jest.hookError },
  },
  'npm-test': {
    command: 'npm test',
    files: { 'package.json': manifest('jest'), 'sum.test.js': jest.passing },
  },
}
