import { manifest, type Scenarios } from './scenario.ts'

const tapeSuite = `const test = require('tape')
test('adds', (t) => { t.equal(1 + 1, 2, 'one and one'); t.end() })
test('subtracts', (t) => { t.equal(3 - 1, 1, 'three less one'); t.end() })
test('multiplies', { skip: true }, (t) => { t.end() })
test('later', { todo: true }, (t) => { t.fail('not yet'); t.end() })
`

export const tapScenarios: Scenarios = {
  mixed: { command: 'npx tape sum.js', files: { 'sum.js': tapeSuite } },
  'mixed-npm': {
    command: 'npm test',
    files: { 'package.json': manifest('node sum.js'), 'sum.js': tapeSuite },
  },
  passing: {
    command: 'npx tape sum.js',
    files: { 'sum.js': tapeSuite.split('\n').slice(0, 2).join('\n') },
  },
  empty: { command: 'npx tape sum.js', files: { 'sum.js': "require('tape')\n" } },
}
