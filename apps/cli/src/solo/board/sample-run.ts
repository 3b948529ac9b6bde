import { type Deliverable, ResultSubtype, type RunEvent, type RunResult } from '@agency/core'

/** For tests: deliverables in every state there is. */
export const open: Deliverable = {
  id: 'DL-001',
  name: 'A name is greeted',
  acceptanceCriteria: ['`greet Ada` prints "Hello, Ada!"'],
  passed: false,
  blocked: false,
}
export const verified: Deliverable = {
  ...open,
  id: 'DL-002',
  name: 'A missing name is a usage error',
  passed: true,
  proof: { kind: 'verified', evidence: 'DL-002-1.json', testFiles: {} },
}
const selfReported: Deliverable = {
  ...open,
  id: 'DL-003',
  name: 'The README shows how to install it',
  passed: true,
  proof: { kind: 'self-reported' },
}
const blocked: Deliverable = {
  ...open,
  id: 'DL-004',
  name: 'It is published to the registry',
  blocked: true,
}

export const everyState = { deliverables: [open, verified, selfReported, blocked] } as const

export const startedAt = Date.UTC(2026, 0, 1)

export const runStarted: RunEvent = {
  type: 'run_started',
  status: everyState,
  at: new Date(startedAt),
}
export const sessionStarted: RunEvent = {
  type: 'session_started',
  session: 1,
  instruction: 'coding',
}

export function toolCalled(name: string, input: Readonly<Record<string, unknown>>): RunEvent {
  return { type: 'agent', session: 1, event: { type: 'tool_invocation', name, input } }
}

export function said(text: string): RunEvent {
  return { type: 'agent', session: 1, event: { type: 'agent_text', text } }
}

export function modelSigned(model: string): RunEvent {
  const event = { type: 'session_end', subtype: ResultSubtype.Success, model } as const
  return { type: 'agent', session: 1, event }
}

export function sessionEnded(costUsd: number): RunEvent {
  const result = {
    success: true,
    costUsd,
    duration: 61_000,
    deliverablesPassedCount: 2,
    deliverablesTotalCount: 4,
  }
  return { type: 'session_ended', session: 1, result }
}

export const result: RunResult = {
  success: false,
  outcome: 'max_iterations',
  reason: 'the limit of 2 sessions is reached',
  iterations: 2,
  deliverablesPassedCount: 2,
  deliverablesTotalCount: 4,
  blockedCount: 1,
  totalCostUsd: 0.42,
  totalDuration: 125_000,
}
