import { AgencyError } from '../agency-error.ts'

/** A file under .autonoe is not what it should be. It was left as it is; a person has to look. */
export class DamagedStateError extends AgencyError<'damaged_state'> {
  constructor(message: string, options: { data?: Record<string, unknown>; cause?: unknown } = {}) {
    super('damaged_state', message, options)
  }
}
