import type { Deliverable } from '@agency/core'
import type { Style } from '../frame/terminal.ts'

/** What is known of a deliverable. A pass that no verification stands behind is the agent's word alone. */
export type Condition = 'verified' | 'self-reported' | 'blocked' | 'open'

export function conditionOf(deliverable: Deliverable): Condition {
  if (deliverable.passed) return deliverable.proof?.kind ?? 'self-reported'
  return deliverable.blocked ? 'blocked' : 'open'
}

export const conditionMarks: Readonly<Record<Condition, { mark: string; style: Style }>> = {
  verified: { mark: '✓', style: 'green' },
  'self-reported': { mark: '✓', style: 'yellow' },
  blocked: { mark: '✗', style: 'red' },
  open: { mark: '·', style: 'dim' },
}
