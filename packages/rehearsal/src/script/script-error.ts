import { AgencyError } from '@agency/core'

/** A script that cannot be played. The message names the file, the place and what to change. */
export class ScriptError extends AgencyError<'invalid_script'> {
  constructor(file: string, place: ScriptPlace, problem: string) {
    const position = place.line === undefined ? '' : `:${place.line}:${place.column ?? 1}`
    const path = place.path ? ` ${place.path}:` : ''
    super('invalid_script', `${file}${position}:${path} ${problem}`, { data: { file, ...place } })
  }
}

export interface ScriptPlace {
  readonly line?: number
  readonly column?: number
  /** `turns[2].do[0]` */
  readonly path?: string
}
