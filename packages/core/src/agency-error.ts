/** What every error of agency is: a code to branch on, data to show, the cause kept. */
export class AgencyError<Code extends string = string> extends Error {
  readonly code: Code
  readonly data: Readonly<Record<string, unknown>>

  constructor(
    code: Code,
    message: string,
    options: { data?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.name = new.target.name
    this.code = code
    this.data = options.data ?? {}
  }
}
