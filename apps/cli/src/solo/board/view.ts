import type { RunEvent } from '@agency/core'

/** Where the events of a run go. Disposing it leaves the terminal as it was found. */
export interface View extends Disposable {
  show(event: RunEvent): void
  /** For whoever else writes to the same terminal, such as a logger. */
  aside(write: () => void): void
}
