import { AgencyError } from '@agency/core'
import type { Terminal } from '../../frame/terminal.ts'
import type { View } from './view.ts'

/** For a program: every event as one line of JSON, times in ISO 8601. */
export function createJsonLines(paper: Terminal): View {
  return {
    show: (event) => paper.write(`${JSON.stringify(event, withErrors)}\n`),
    aside: (write) => write(),
    [Symbol.dispose]() {},
  }
}

/** JSON shows an error as an empty object. */
function withErrors(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value
  const { name, message } = value
  return value instanceof AgencyError ? { name, code: value.code, message } : { name, message }
}
