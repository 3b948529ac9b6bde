import { assertNever } from '../../assert-never.ts'
import { endOf } from '../gate/refusal.ts'
import type { ServerExit, ServerStart } from './ports.ts'

type FailedStart = Exclude<ServerStart, { readonly outcome: 'listening' }>

/** Why a server does not run, for the agent. */
export function describeFailedStart(
  command: string,
  port: number,
  start: FailedStart,
  patienceMs: number,
): string {
  switch (start.outcome) {
    case 'not-started':
      return `\`${command}\` was not started: ${start.reason}`
    case 'exited': {
      const how = `${describeExit(start.exit)} before it listened on port ${port}`
      return withLog(`\`${command}\` ${how}`, start.log)
    }
    case 'silent': {
      const seconds = Math.round(patienceMs / 1000)
      const how = `did not listen on port ${port} of localhost within ${seconds} s and was stopped`
      return withLog(`\`${command}\` ${how}`, start.log)
    }
    default:
      return assertNever(start)
  }
}

export function describeExit({ exitCode }: ServerExit): string {
  return exitCode === null ? 'was killed by a signal' : `ended with exit code ${exitCode}`
}

/** A sentence, and below it the end of a log. */
export function withLog(sentence: string, log: string): string {
  const end = endOf(log, mostOfLog)
  return end === '' ? `${sentence}. It has printed nothing.` : `${sentence}. Its log:\n${end}`
}

const mostOfLog = 4_000
