import type { Context } from './command.ts'
import { createTerminal } from './terminal.ts'

export interface Recording {
  readonly context: Context
  readonly out: () => string
  readonly errors: () => string
}

/** For tests: a context that keeps what is written, on a terminal or not. */
export function recordingContext(
  overrides: Partial<Context> = {},
  stream: { readonly isTTY?: boolean; readonly columns?: number; readonly rows?: number } = {},
): Recording {
  const written = { out: '', errors: '' }
  const environment = overrides.environment ?? {}
  const terminal = (name: keyof typeof written) => {
    const write = (text: string) => {
      written[name] += text
    }
    return createTerminal({ ...stream, write }, environment)
  }
  return {
    context: {
      program: 'agency',
      version: 'v1.2.3',
      environment,
      workingDirectory: '/',
      stdin: { isTerminal: false, text: async () => '' },
      stdout: terminal('out'),
      stderr: terminal('errors'),
      interrupted: new AbortController().signal,
      ...overrides,
    },
    out: () => written.out,
    errors: () => written.errors,
  }
}
