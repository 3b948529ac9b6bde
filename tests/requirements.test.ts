import { expect, test } from 'vitest'
import { citationsIn, loadCitations } from './citations.ts'
import { pending } from './pending.ts'
import { requirements } from './requirements.ts'

const known = new Set(requirements.map((requirement) => requirement.id))
const citations = loadCitations()
const cited = new Set(citations.map((citation) => citation.id))

test('the catalogue has no id twice', () => {
  expect(known.size).toBe(requirements.length)
})

test('citations are read from single ids and from lists over several lines', () => {
  const call = 'verifies'
  const text = `${call}('A-001', 't', f)\n${call}(\n  [\n    'B-1',\n    'B-2',\n  ],\n  't')`
  expect(citationsIn(text)).toEqual(['A-001', 'B-1', 'B-2'])
})

test('every cited id exists', () => {
  expect(citations.filter(({ id }) => !known.has(id))).toEqual([])
})

test('every pending id exists and stands once', () => {
  expect(pending.filter((id) => !known.has(id))).toEqual([])
  expect(pending.filter((id, index) => pending.indexOf(id) !== index)).toEqual([])
})

test('every behaviour of milestone 1 is cited or pending, not both', () => {
  const open = new Set(pending)
  const due = requirements.filter((requirement) => requirement.milestone === 1)
  const forgotten = due.filter(({ id }) => !cited.has(id) && !open.has(id))
  expect(forgotten.map(({ id }) => id)).toEqual([])
  expect(pending.filter((id) => cited.has(id))).toEqual([])
})
