import type { StreamEvent } from './stream-event.ts'

/** The deliverable that an event declares passed: whether it is, the done gate has yet to say. */
export function claimedPass(event: StreamEvent): string | undefined {
  if (event.type !== 'tool_invocation') return undefined
  const { deliverableId, passed } = event.input
  const isClaim = event.name.endsWith('set_deliverable_status') && passed === true
  return isClaim && typeof deliverableId === 'string' ? deliverableId : undefined
}
