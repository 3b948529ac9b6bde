import { verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import type { Deliverable } from './deliverable.ts'
import { findEnding, type RunFacts, type RunLimits } from './run-ending.ts'
import type { SessionReport } from './session.ts'

const open = state({})
const passed = state({ passed: true })
const blocked = state({ blocked: true })
const session: SessionReport = { success: true, costUsd: 0, duration: 1, errors: [] }

function state(state: Partial<Deliverable>): Deliverable {
  return { id: 'A', name: 'A', acceptanceCriteria: [], passed: false, blocked: false, ...state }
}

function facts(deliverables: readonly Deliverable[], more: Partial<RunFacts> = {}): RunFacts {
  const status = { deliverables }
  return {
    interrupted: false,
    status,
    iterations: 1,
    costUsd: 0,
    idleSessions: 0,
    circlingSessions: 0,
    ...more,
  }
}

verifies('AUT-022', 'the first reason in the order is the one that counts', () => {
  const limits: RunLimits = { maxIterations: 2, maxBudgetUsd: 1, noWait: true }
  const everything = facts([passed], {
    interrupted: true,
    iterations: 2,
    costUsd: 1,
    idleSessions: 3,
    lastSession: { ...session, quotaResetsAt: null },
  })
  const without: Array<[string, Partial<RunFacts>]> = [
    ['interrupted', {}],
    ['all_passed', { interrupted: false }],
    ['all_blocked', { status: { deliverables: [blocked] } }],
    ['stalled', { status: { deliverables: [open] } }],
    ['budget', { idleSessions: 2 }],
    ['quota', { costUsd: 0.99 }],
    ['max_iterations', { lastSession: session }],
  ]
  let remaining = everything
  for (const [outcome, change] of without) {
    remaining = { ...remaining, ...change }
    expect(findEnding(remaining, limits)?.outcome).toBe(outcome)
  }
  expect(findEnding({ ...remaining, iterations: 1 }, limits)).toBeUndefined()
})

verifies('AUT-018', 'blocked deliverables do not keep a run from success', () => {
  expect(findEnding(facts([passed, blocked, passed]), {})).toEqual({
    outcome: 'all_passed',
    reason: '2 of 3 deliverables passed, 1 blocked',
  })
  expect(findEnding(facts([passed, blocked, open]), {})).toBeUndefined()
})

verifies('AUT-020', 'no deliverables are neither all passed nor all blocked', () => {
  expect(findEnding(facts([]), {})).toBeUndefined()
})

test('costs that sum up to the budget have spent it, whatever floating point says', () => {
  const costUsd = Array<number>(10)
    .fill(0.1)
    .reduce((sum, cost) => sum + cost)
  expect(costUsd).toBeLessThan(1)
  expect(findEnding(facts([open], { costUsd }), { maxBudgetUsd: 1 })?.outcome).toBe('budget')
})

test('a reason says what happened, for a person', () => {
  const reason = (more: Partial<RunFacts>, limits: RunLimits = {}) =>
    findEnding(facts([open], more), limits)?.reason
  const resetsAt = new Date(Date.UTC(2026, 0, 1, 5))
  expect(findEnding(facts([passed]), {})?.reason).toBe('1 deliverable passed')
  expect(reason({ idleSessions: 3 })).toBe('3 sessions in a row changed no deliverable and no file')
  expect(reason({ idleSessions: 3, lastSession: { ...session, errors: ['overloaded'] } })).toBe(
    '3 sessions in a row changed no deliverable and no file; the last ended with: overloaded',
  )
  expect(reason({ costUsd: 1.5 }, { maxBudgetUsd: 1.25 })).toBe(
    '$1.50 of the budget of $1.25 is spent',
  )
  expect(reason({ lastSession: { ...session, quotaResetsAt: resetsAt } }, { noWait: true })).toBe(
    'the usage limit is reached; it resets at 2026-01-01T05:00:00.000Z',
  )
  expect(reason({ lastSession: { ...session, quotaResetsAt: null } }, { noWait: true })).toBe(
    'the usage limit is reached; nobody said when it resets',
  )
  expect(reason({}, { maxIterations: 1 })).toBe('the limit of 1 session is reached')
})

test('when nothing can be done, it is said of what', () => {
  const all = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ ...blocked, id: `D${n}` }))
  const reason = (count: number) => findEnding(facts(all(count)), {})?.reason
  expect(reason(1)).toBe('none of 1 deliverable can be done here: D0')
  expect(reason(7)).toBe('none of 7 deliverables can be done here: D0, D1, D2, D3, D4, and 2 more')
})

verifies('AUT-016', 'a limit that failed sessions have used up names what made them fail', () => {
  const lastSession = {
    ...session,
    errors: ['Invalid API key'],
    failure: 'authentication',
  } as const
  expect(findEnding(facts([open], { idleSessions: 3, lastSession }), {})).toEqual({
    outcome: 'stalled',
    reason:
      '3 sessions in a row changed no deliverable and no file; the last ended with: Invalid API key',
    cause: 'authentication',
  })
  expect(findEnding(facts([open], { lastSession }), { maxIterations: 1 })).toEqual({
    outcome: 'max_iterations',
    reason: 'the limit of 1 session is reached; the last ended with: Invalid API key',
    cause: 'authentication',
  })
})
