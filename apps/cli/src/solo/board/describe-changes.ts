import type { Deliverable, DeliverableStatus } from '@agency/core'
import { oneLine } from '../../frame/one-line.ts'
import { paint } from '../../frame/terminal.ts'
import type { Paper } from './paper.ts'

/** What is new in a status: a line for each deliverable that was planned, blocked or lost its pass. */
export function describeChanges(
  before: DeliverableStatus,
  after: DeliverableStatus,
  paper: Paper,
): string[] {
  const known = new Map(before.deliverables.map((deliverable) => [deliverable.id, deliverable]))
  return after.deliverables.flatMap((deliverable) => {
    const change = describeChange(known.get(deliverable.id), deliverable, paper)
    return change === undefined ? [] : [`  ${change}`]
  })
}

/** A pass, and one that is lost, is told by the done gate, with what it rests on. */
function describeChange(
  before: Deliverable | undefined,
  after: Deliverable,
  paper: Paper,
): string | undefined {
  const id = oneLine(after.id)
  if (before === undefined) return `+ ${id} planned: ${oneLine(after.name)}`
  if (after.blocked && !before.blocked) return `${paint(paper, 'red', '✗')} ${id} blocked`
  if (before.blocked && !after.blocked && !after.passed) return `· ${id} no longer blocked`
  const isTakenBack = before.passed && !after.passed && after.lostPass === undefined
  if (isTakenBack) return `${paint(paper, 'yellow', '!')} ${id} no longer passed`
  return undefined
}
