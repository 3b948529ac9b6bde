import { AgencyError } from '../agency-error.ts'

/** The sandbox could not be set up, so nothing was run. Says what to do about it. */
export class SandboxError extends AgencyError<'sandbox_error'> {
  constructor(message: string, options: { data?: Record<string, unknown>; cause?: unknown } = {}) {
    super('sandbox_error', `sandbox: ${message}`, options)
  }
}
