import {
  type AIResult,
  assertNever,
  type ClaudeInvocationError,
  type InvocationFailure,
} from '@agency/core'
import { describeModel } from '../frame/describe-model.ts'
import { formatElapsed } from '../frame/format-elapsed.ts'
import { printable } from '../frame/printable.ts'
import { paint, type Terminal } from '../frame/terminal.ts'

/** What a run cost and came to: a few lines for stderr. */
export function summarize(result: AIResult, terminal: Terminal): string {
  return lines(
    outcome(result, terminal),
    describeModel(result.model, terminal),
    factsLine(result, terminal),
    result.failure !== undefined && endedEarly.has(result.failure) ? goOnLine(result) : '',
  )
}

/** The same for a run without a result. Without a conversation there are no figures to tell. */
export function summarizeFailure(failed: FailedRun, terminal: Terminal): string {
  const began = failed.sessionId !== ''
  return lines(
    describeModel(failed.model, terminal),
    began ? factsLine(failed, terminal) : '',
    began ? goOnLine(failed) : '',
  )
}

/** A run without a result, in the shape of one, for whoever reads JSON. */
export type FailedRun = Omit<AIResult, 'numTurns' | 'totalCostUsd'> & {
  /** null: Claude was stopped before reporting it. */
  readonly numTurns: number | null
  readonly totalCostUsd: number | null
}

export function failedResult(error: ClaudeInvocationError, durationMs: number): FailedRun {
  const untold = error.soFar === undefined ? 0 : null
  return {
    outcome: 'failure',
    success: false,
    output: '',
    sessionId: '',
    durationMs,
    numTurns: untold,
    totalCostUsd: untold,
    error: error.message,
    failure: error.kind,
    filesChanged: [],
    ...error.soFar,
  }
}

/** These end a conversation that could well go on. */
const endedEarly: ReadonlySet<InvocationFailure> = new Set<InvocationFailure>(['budget', 'turns'])

function goOnLine({ sessionId }: Pick<AIResult, 'sessionId'>): string {
  return `to continue, repeat your other options with: agency ask "continue" --resume ${sessionId}`
}

function factsLine(run: AIResult | FailedRun, terminal: Terminal): string {
  const { totalCostUsd, numTurns, durationMs, sessionId } = run
  const facts = [
    totalCostUsd === null ? 'cost unknown' : `$${totalCostUsd.toFixed(4)}`,
    ...(numTurns === null ? [] : [`${numTurns} ${numTurns === 1 ? 'turn' : 'turns'}`]),
    formatElapsed(durationMs),
    `session ${sessionId}`,
  ]
  return paint(terminal, 'dim', facts.join(' · '))
}

function lines(...texts: readonly string[]): string {
  return texts
    .filter((line) => line !== '')
    .map((line) => `${line}\n`)
    .join('')
}

function outcome(result: AIResult, terminal: Terminal): string {
  switch (result.outcome) {
    case 'success':
      return paint(terminal, 'green', 'done')
    case 'quota': {
      const reset = result.resetsAt === undefined ? '' : `; it resets at ${result.resetsAt}`
      return paint(terminal, 'yellow', `usage limit reached${reset}`)
    }
    case 'failure':
      return paint(terminal, 'red', `failed: ${printable(result.error)}`)
    default:
      return assertNever(result.outcome)
  }
}
