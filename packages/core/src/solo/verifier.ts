import type { Deliverable, Proof } from './deliverable.ts'

/** The done gate: agency's own look at a claimed pass. */
export interface Verifier {
  verify(deliverable: Deliverable, signal: AbortSignal): Promise<Verification>
  /** Those of the passed deliverables that may no longer hold what they held when they were verified. */
  findStale(passed: readonly Deliverable[], signal: AbortSignal): Promise<readonly StalePass[]>
  /** Why these verify commands could never be accepted: asked before they are stored. */
  objectionTo?(commands: readonly string[]): string | undefined
}

export interface StalePass {
  readonly deliverable: Deliverable
  /** What has changed since, for the agent and a person. */
  readonly because: string
}

export type Verification =
  | { readonly outcome: 'accepted'; readonly proof: Proof }
  /** The reason goes to the agent: what failed, cut to what it needs. */
  | { readonly outcome: 'refused'; readonly reason: string; readonly evidence?: string }
  /** The sandbox or the disk failed, which says nothing of the deliverable. */
  | { readonly outcome: 'unable'; readonly error: unknown }
