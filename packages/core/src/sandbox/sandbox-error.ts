import { AgencyError } from '../agency-error.ts'

/** The sandbox could not be set up, so nothing was run. */
export class SandboxError extends AgencyError<'sandbox_error'> {
  readonly problem: string
  /** What a person can do about it, as a sentence. */
  readonly fix: string | undefined

  constructor(problem: string, options: { fix?: string; cause?: unknown } = {}) {
    const { fix, ...rest } = options
    super('sandbox_error', `sandbox: ${problem}${fix === undefined ? '' : `. ${fix}`}`, rest)
    this.problem = problem
    this.fix = fix
  }
}
