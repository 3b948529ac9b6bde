import { suite } from './javascript-suite.ts'
import { manifest, type Scenarios } from './scenario.ts'

const mocha = suite('')

export const mochaScenarios: Scenarios = {
  passing: { command: 'npx mocha', files: { 'test/sum.js': mocha.passing } },
  mixed: { command: 'npx mocha', files: { 'test/sum.js': mocha.mixed } },
  'mixed-colour': { command: 'npx mocha --color', files: { 'test/sum.js': mocha.mixed } },
  'mixed-json': { command: 'npx mocha --reporter json', files: { 'test/sum.js': mocha.mixed } },
  'mixed-dot': { command: 'npx mocha --reporter dot', files: { 'test/sum.js': mocha.mixed } },
  'mixed-tap': { command: 'npx mocha --reporter tap', files: { 'test/sum.js': mocha.mixed } },
  skipped: { command: 'npx mocha', files: { 'test/sum.js': mocha.skipped } },
  'empty-file': { command: 'npx mocha', files: { 'test/sum.js': mocha.empty } },
  'empty-json': { command: 'npx mocha --reporter json', files: { 'test/sum.js': mocha.empty } },
  'no-files': { command: 'npx mocha', files: { 'readme.md': '' } },
  'filter-misses': {
    command: 'npx mocha --grep unmatched',
    files: { 'test/sum.js': mocha.passing },
  },
  'syntax-error': { command: 'npx mocha', files: { 'test/sum.js': mocha.syntaxError } },
  'hook-error': {
    command: 'npx mocha',
    files: { 'test/sum.js': mocha.hookError.replace('beforeAll', 'before') },
  },
  'npm-test': {
    command: 'npm test',
    files: { 'package.json': manifest('mocha'), 'test/sum.js': mocha.mixed },
  },
}
