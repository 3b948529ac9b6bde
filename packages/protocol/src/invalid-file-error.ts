import { AgencyError } from '@agency/core'

/** A file that a person or agency wrote is not what it should be. It was left as it is. */
export class InvalidFileError extends AgencyError<'invalid_file'> {
  readonly file: string
  readonly line: number
  readonly column: number

  constructor(at: { file: string; line: number; column: number }, problem: string, fix: string) {
    super('invalid_file', `${at.file}:${at.line}:${at.column}: ${problem}. ${fix}`, {
      data: { ...at },
    })
    this.file = at.file
    this.line = at.line
    this.column = at.column
  }
}
