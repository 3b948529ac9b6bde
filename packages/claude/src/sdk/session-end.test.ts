import { ResultSubtype } from '@agency/core'
import { verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import { toResultSubtype, toSessionEnd } from './session-end.ts'

const now = new Date('2026-11-15T10:00:00Z')
const result = (fields: Record<string, unknown> = {}) => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  result: 'Done.',
  total_cost_usd: 0.25,
  ...fields,
})

verifies('SC-AC006', 'success', () => {
  expect(toResultSubtype('success')).toBe(ResultSubtype.Success)
})
verifies('SC-AC007', 'the limit of turns', () => {
  expect(toResultSubtype('error_max_turns')).toBe(ResultSubtype.ErrorMaxTurns)
})
verifies('SC-AC008', 'an error in the midst of it', () => {
  expect(toResultSubtype('error_during_execution')).toBe(ResultSubtype.ErrorDuringExecution)
})
verifies('SC-AC009', 'the budget', () => {
  expect(toResultSubtype('error_max_budget_usd')).toBe(ResultSubtype.ErrorMaxBudgetUsd)
})
verifies('SC-AC010', 'anything else is an error in the midst of it', () => {
  for (const other of ['', 'toString', 'error_max_structured_output_retries']) {
    expect(toResultSubtype(other)).toBe(ResultSubtype.ErrorDuringExecution)
  }
})

verifies(['SC-AC012', 'AUT-003'], 'a success carries its text, its cost and the model', () => {
  expect(toSessionEnd(result(), { now, model: 'claude-sonnet' })).toEqual({
    type: 'session_end',
    subtype: 'success',
    result: 'Done.',
    totalCostUsd: 0.25,
    model: 'claude-sonnet',
  })
})

verifies('AUT-003', 'a cost that was not reported is no cost of zero', () => {
  expect(toSessionEnd(result({ total_cost_usd: undefined }), { now })).not.toHaveProperty(
    'totalCostUsd',
  )
})

verifies('AUT-003', 'a failure carries errors and no result', () => {
  const message = result({ subtype: 'error_max_turns', is_error: true, result: undefined })
  expect(toSessionEnd({ ...message, errors: ['too many turns'] }, { now })).toEqual({
    type: 'session_end',
    subtype: 'error_max_turns',
    errors: ['too many turns'],
    failure: 'turns',
    totalCostUsd: 0.25,
  })
})

test('a success with an error in it is a failure', () => {
  const message = result({ is_error: true, api_error_status: 401, result: 'Invalid API key' })
  expect(toSessionEnd(message, { now })).toMatchObject({
    subtype: 'error_during_execution',
    errors: ['Invalid API key'],
    failure: 'authentication',
  })
})

test('a usage limit tells when it resets', () => {
  const message = result({ result: "You've hit your limit · resets 3pm (UTC)" })
  expect(toSessionEnd(message, { now })).toMatchObject({
    subtype: 'error_during_execution',
    failure: 'quota',
    quotaResetsAt: new Date('2026-11-15T15:00:00Z'),
  })
})

test('a usage limit without a time takes the one that was announced, or says that nobody knows', () => {
  const message = result({ result: 'Claude AI usage limit reached' })
  expect(toSessionEnd(message, { now })).toMatchObject({ quotaResetsAt: null })
  const limitResetsAt = new Date('2026-11-15T12:00:00Z')
  expect(toSessionEnd(message, { now, limitResetsAt })).toMatchObject({
    quotaResetsAt: limitResetsAt,
  })
  const refused = result({ is_error: true, api_error_status: 429, result: 'API Error: 429' })
  expect(toSessionEnd(refused, { now, limitResetsAt })).toMatchObject({
    failure: 'quota',
    quotaResetsAt: limitResetsAt,
  })
  expect(toSessionEnd(refused, { now })).not.toHaveProperty('quotaResetsAt')
})

test('a message that is no result is a failure, not a crash', () => {
  expect(toSessionEnd(null, { now })).toMatchObject({ subtype: 'error_during_execution' })
})
