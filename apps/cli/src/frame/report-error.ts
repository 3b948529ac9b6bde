import { AgencyError, ClaudeInvocationError, type InvocationFailure } from '@agency/core'
import type { Command, Context } from './command.ts'
import { printable } from './printable.ts'
import { paint } from './terminal.ts'
import { UsageError } from './usage-error.ts'

/** Tells on stderr what went wrong. Returns the exit code that it amounts to. */
export function reportError(error: unknown, context: Context, command?: Command): number {
  const label = paint(context.stderr, 'red', `${context.program}:`)
  if (!(error instanceof AgencyError)) {
    context.stderr.write(`${label} ${describeUnexpected(error)}`)
    return context.interrupted.aborted ? 130 : 1
  }
  const call = [context.program, command?.name, '--help'].filter(Boolean).join(' ')
  const hint = error instanceof UsageError ? ` (see ${call})` : ''
  const message = isInterruption(error, context) ? 'interrupted' : printable(error.message)
  context.stderr.write(`${label} ${message}${hint}\n`)
  if (context.interrupted.aborted) return 130
  return isMisuse(error) ? 2 : 1
}

/** A person who pressed Ctrl-C knows that it was cancelled, and by whom. */
function isInterruption(error: AgencyError, { interrupted }: Context): boolean {
  const isCancelled = error instanceof ClaudeInvocationError && error.kind === 'cancelled'
  return isCancelled && interrupted.aborted
}

/** What the system refused is one line; a bug also tells where it is. */
function describeUnexpected(error: unknown): string {
  if (!(error instanceof Error)) return `unexpected failure: ${String(error)}\n`
  if ('errno' in error) return `${error.message}\n`
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s*at /.test(line))
  return `unexpected failure: ${[error.message, ...frames].join('\n')}\n`
}

const misuse: ReadonlySet<string> = new Set<InvocationFailure>(['bad-request', 'bad-configuration'])

/** Files that are not what they should be. */
const faultyFile: ReadonlySet<string> = new Set(['damaged_state', 'invalid_file', 'invalid_script'])

/** What the person can put right by typing another line, or by mending a file. */
function isMisuse(error: AgencyError): boolean {
  if (error instanceof ClaudeInvocationError) return misuse.has(error.kind)
  return error instanceof UsageError || faultyFile.has(error.code)
}
