import type { Deliverable, Proof } from './deliverable.ts'

/** The done gate: agency's own look at a claimed pass. */
export interface Verifier {
  verify(deliverable: Deliverable, signal: AbortSignal): Promise<Verification>
  /** The test files of an accepted pass that have changed or are gone since. */
  changedTests(deliverable: Deliverable): Promise<readonly string[]>
  /** Why these verify commands could never be accepted: asked before they are stored. */
  objectionTo?(commands: readonly string[]): string | undefined
}

export type Verification =
  | { readonly outcome: 'accepted'; readonly proof: Proof }
  /** The reason goes to the agent: what failed, cut to what it needs. */
  | { readonly outcome: 'refused'; readonly reason: string; readonly evidence?: string }
