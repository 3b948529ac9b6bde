import type { DeliverableStatus } from '@agency/core'

export interface Tally {
  readonly passed: number
  readonly blocked: number
  readonly total: number
}

export function tallyOf({ deliverables }: DeliverableStatus): Tally {
  return {
    passed: deliverables.filter(({ passed }) => passed).length,
    blocked: deliverables.filter(({ blocked }) => blocked).length,
    total: deliverables.length,
  }
}

/** `2 of 5 passed, 1 blocked`. */
export function describeTally({ passed, blocked, total }: Tally): string {
  const rest = blocked === 0 ? '' : `, ${blocked} blocked`
  return `${passed} of ${total} passed${rest}`
}

export function formatUsd(amount: number): string {
  return `$${amount.toFixed(amount > 0 && amount < 0.01 ? 4 : 2)}`
}
