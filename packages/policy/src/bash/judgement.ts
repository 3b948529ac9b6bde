import type { Script } from 'unbash'
import type { BashPolicy } from '../bash-policy.ts'
import type { State } from './flow.ts'

/** One line being judged. Everything wrong with it is collected; the first objection is told. */
export interface Judgement {
  readonly policy: BashPolicy
  /** The text that the positions of the nodes at hand refer to. */
  readonly source: string
  /** How deep the statement at hand is nested. */
  depth: number
  readonly object: (reason: string) => void
  /** Judges a script inside the line: a substitution, or the text after `sh -c`. */
  readonly judgeScript: (script: Script, judgement: Judgement, state: State) => void
}

/** Nesting deeper than this is denied: no person writes it, and recursion has to end. */
export const deepest = 40

export function deeper(judgement: Judgement, source: string): Judgement {
  const { policy, depth, object, judgeScript } = judgement
  return { policy, source, depth: depth + 1, object, judgeScript }
}
