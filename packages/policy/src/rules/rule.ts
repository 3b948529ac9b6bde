import type { Argument } from '../bash/argument.ts'
import type { State } from '../bash/flow.ts'
import type { BashPolicy } from '../bash-policy.ts'

/** A command about to be started, as far as the line tells. */
export interface Call {
  readonly name: string
  readonly arguments: readonly Argument[]
  readonly state: State
  readonly policy: BashPolicy
  /** Judges words as a command of its own, for programs that start others. */
  start(words: readonly Argument[]): string | undefined
  /** Judges text that a shell will read. */
  runScript(text: string): string | undefined
}

/** What one command may do beyond being on the list. */
export interface Rule {
  readonly commands: readonly string[]
  /** The reason why this call is not allowed, if there is one. */
  check(call: Call): string | undefined
  /** Lines that have to be allowed, and lines that must not: proven whenever the tests run. */
  readonly match: readonly string[]
  readonly notMatch: readonly string[]
  /** What the examples need beyond the profiles. */
  readonly examplesAllow?: readonly string[]
}
