import type { Clock } from './clock.ts'
import { redactSecrets } from './redact-secrets.ts'

const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

export interface Logger {
  debug(message: string, data?: LogData): void
  info(message: string, data?: LogData): void
  warn(message: string, data?: LogData): void
  /** With what was thrown, or with data. */
  error(message: string, detail?: Error | LogData): void
}

export type LogData = Readonly<Record<string, unknown>>

export interface LoggerOptions {
  readonly component: string
  readonly level: LogLevel
  readonly clock: Clock
  readonly write: (line: string) => void
  /** Values that must never be seen in a line, whoever put them there. */
  readonly secrets?: readonly string[]
}

/** One JSON object a line: timestamp, level, component, message, then the data or the error. */
export function createLogger(options: LoggerOptions): Logger {
  const threshold = logLevels.indexOf(options.level)
  const log =
    (level: LogLevel) =>
    (message: string, detail: Error | LogData = {}) => {
      if (logLevels.indexOf(level) < threshold) return
      const timestamp = new Date(options.clock.now()).toISOString()
      const line = JSON.stringify({
        ...(detail instanceof Error ? describeError(detail, options.level) : detail),
        timestamp,
        level,
        component: options.component,
        message,
      })
      options.write(redactSecrets(line, options.secrets ?? []))
    }
  return { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') }
}

export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} }

/** The stack is for whoever debugs. */
function describeError({ name, message, stack }: Error, level: LogLevel): LogData {
  return { error: { name, message, ...(level === 'debug' ? { stack } : {}) } }
}
