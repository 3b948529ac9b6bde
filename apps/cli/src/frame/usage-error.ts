import { AgencyError } from '@agency/core'

/** A line that cannot be understood. Ends in exit code 2. */
export class UsageError extends AgencyError<'usage'> {
  constructor(message: string) {
    super('usage', message)
  }
}
