import { verifies } from '@agency/testing'
import { describe, expect, test } from 'vitest'
import { formatDeliverableStatus, parseDeliverableStatus } from './deliverable-status.ts'

const seedOnly = { id: 'DL-001', name: 'Login', acceptanceCriteria: ['works'], passed: false }

verifies('AUT-048', 'a file with the fields of the seed alone loads, also without blocked', () => {
  const text = JSON.stringify({ deliverables: [seedOnly] })
  expect(parseDeliverableStatus(text)).toEqual({
    ok: true,
    value: { deliverables: [{ ...seedOnly, blocked: false }] },
  })
})

test('what agency adds survives a round', () => {
  const status = {
    deliverables: [
      {
        ...seedOnly,
        passed: true,
        blocked: false,
        verify: ['npm test'],
        tests: ['a.test.ts'],
        proof: {
          kind: 'verified',
          evidence: 'DL-001-1.json',
          testFiles: { 'a.test.ts': 'f00' },
          project: 'bab',
        },
      },
      {
        ...seedOnly,
        id: 'DL-002',
        blocked: false,
        lostPass: { reason: '1 test failed', evidence: 'DL-002-2.json' },
      },
    ],
    costUsd: 1.25,
  } as const
  expect(parseDeliverableStatus(formatDeliverableStatus(status))).toEqual({
    ok: true,
    value: status,
  })
})

test('names that agency does not know are kept, at the top and in a deliverable', () => {
  const status = { deliverables: [{ ...seedOnly, blocked: false, owner: 'me' }], project: 'shop' }
  const parsed = parseDeliverableStatus(JSON.stringify(status))
  expect(parsed.ok && JSON.parse(formatDeliverableStatus(parsed.value))).toEqual(status)
})

describe('a malformed file names the place and the fix', () => {
  const cases: [title: string, text: string, message: string][] = [
    ['no object', '[]', 'status.json:1:1: must be an object'],
    ['no list', '{}', 'deliverables: must be a list'],
    ['half a file', '{"deliverables": [{"id": "DL', 'status.json:1:26: not valid JSON'],
    ['a wrong type', status('"passed":"yes"'), 'deliverables[0].passed: must be true or false'],
    [
      'both at once',
      status('"passed":true,"blocked":true'),
      'deliverables[0]: passed and blocked cannot both',
    ],
    [
      'one id twice',
      `{"deliverables":[${entry('"passed":true')},${entry('"passed":true')}]}`,
      'deliverables[1].id: "A" is the id of an earlier deliverable',
    ],
    [
      'an unknown proof',
      status('"passed":true,"proof":{"kind":"sworn"}'),
      'deliverables[0].proof.kind: ',
    ],
  ]
  for (const [title, text, message] of cases) {
    test(title, () => {
      const parsed = parseDeliverableStatus(text)
      expect(parsed.ok ? 'valid' : parsed.error.message).toContain(message)
      expect(parsed.ok ? '' : parsed.error.message).toContain('bring back a good one from git')
    })
  }
})

function status(fields: string): string {
  return `{"deliverables":[${entry(fields)}]}`
}

function entry(fields: string): string {
  return `{"id":"A","name":"a","acceptanceCriteria":[],${fields}}`
}
