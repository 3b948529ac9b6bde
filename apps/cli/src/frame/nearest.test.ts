import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

const names = ['ask', 'doctor', 'install', 'rehearsal serve', 'completion']

test.each([
  ['aks', 'ask'],
  ['as', 'ask'],
  ['docter', 'doctor'],
  ['DOCTOR', 'doctor'],
  ['instal', 'install'],
  ['rehersal srve', 'rehearsal serve'],
  ['compeltion', 'completion'],
])('%s is near to %s', (typed, meant) => {
  expect(nearest(typed, names)).toBe(meant)
})

test('a word that is like none of them has no neighbour', () => {
  expect(nearest('deploy', names)).toBeUndefined()
  expect(nearest('', names)).toBeUndefined()
  expect(nearest('x', [])).toBeUndefined()
})

test('of several near words the nearest is taken', () => {
  expect(nearest('--model', ['--mode', '--models', '--model'])).toBe('--model')
})
