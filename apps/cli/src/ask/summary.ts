import type { AIResult, ClaudeInvocationError } from '@agency/core'
import { formatElapsed } from '../frame/format-elapsed.ts'
import { printable } from '../frame/printable.ts'
import { paint, type Terminal } from '../frame/terminal.ts'

/** The name by which the rehearsal model signs its answers. */
const rehearsal = 'rehearsal'

/** What a run cost and came to: a line or two for stderr. */
export function summarize(result: AIResult, terminal: Terminal): string {
  const turns = `${result.numTurns} ${result.numTurns === 1 ? 'turn' : 'turns'}`
  const facts = [
    `$${result.totalCostUsd.toFixed(4)}`,
    turns,
    formatElapsed(result.durationMs),
    `session ${result.sessionId}`,
  ].join(' · ')
  return [outcome(result, terminal), modelLine(result, terminal), paint(terminal, 'dim', facts)]
    .filter((line) => line !== '')
    .map((line) => `${line}\n`)
    .join('')
}

/** A run without a result, in the shape of one, for whoever reads JSON. */
export function failedResult(error: ClaudeInvocationError): AIResult {
  return {
    outcome: 'failure',
    success: false,
    output: '',
    sessionId: '',
    durationMs: 0,
    numTurns: 0,
    totalCostUsd: 0,
    error: error.message,
    failure: error.kind,
    filesChanged: [],
  }
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
  }
}

function modelLine(result: AIResult, terminal: Terminal): string {
  if (result.model !== rehearsal) return ''
  return paint(terminal, 'magenta', `model: ${rehearsal} (a script answered, not Claude)`)
}
