import type { LogData, Logger } from '@agency/core'

export interface LogEntry {
  readonly level: 'debug' | 'info' | 'warning' | 'error'
  readonly message: string
  readonly detail?: Error | LogData
}

/** Keeps what it is told, and writes it nowhere. */
export class TestLogger implements Logger {
  readonly entries: LogEntry[] = []

  debug(message: string, detail?: LogData): void {
    this.#keep('debug', message, detail)
  }

  info(message: string, detail?: LogData): void {
    this.#keep('info', message, detail)
  }

  warn(message: string, detail?: LogData): void {
    this.#keep('warning', message, detail)
  }

  error(message: string, detail?: Error | LogData): void {
    this.#keep('error', message, detail)
  }

  /** The messages of one level, in order. */
  messages(level: LogEntry['level']): string[] {
    return this.entries.filter((entry) => entry.level === level).map(({ message }) => message)
  }

  #keep(level: LogEntry['level'], message: string, detail?: Error | LogData): void {
    this.entries.push({ level, message, ...(detail === undefined ? {} : { detail }) })
  }
}
