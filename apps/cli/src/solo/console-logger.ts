import { type Logger, redactSecrets } from '@agency/core'
import { printable } from '../frame/printable.ts'
import { paint, type Style, type Terminal } from '../frame/terminal.ts'

export interface ConsoleLoggerOptions {
  /** Where what is to be known goes. */
  readonly output: Terminal
  /** Where the rest goes. */
  readonly errors: Terminal
  /** Shows debug messages, and where errors come from. */
  readonly debug: boolean
  readonly secrets: readonly string[]
}

/** Messages for a person, each level in its own colour. */
export function createConsoleLogger(options: ConsoleLoggerOptions): Logger {
  const { output, errors, debug, secrets } = options
  const clean = (text: string) => redactSecrets(printable(text), secrets)
  const line = (style: Style, text: string) => `${paint(errors, style, clean(text))}\n`
  return {
    debug(message) {
      if (debug) errors.writeProgress(line('dim', message))
    },
    info: (message) => output.writeProgress(`${clean(message)}\n`),
    warn: (message) => errors.write(line('yellow', `warning: ${message}`)),
    error(message, detail) {
      errors.write(line('red', `error: ${message}`))
      if (debug && detail instanceof Error) {
        errors.write(line('dim', detail.stack ?? detail.message))
      }
    },
  }
}
