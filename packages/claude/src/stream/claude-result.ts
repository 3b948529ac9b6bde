import { isRecord, numberIn, textIn } from './json.ts'

/** The `result` object that ends a run, as far as agency reads it. Whatever is missing is neutral. */
export interface ClaudeResult {
  /** By either of the two words that Claude has for it. */
  readonly isError: boolean
  readonly subtype: string
  readonly text: string
  readonly sessionId: string
  readonly durationMs: number
  readonly numTurns: number
  readonly totalCostUsd: number
  readonly apiErrorStatus: number | undefined
  readonly terminalReason: string
}

export function parseClaudeResult(value: unknown): ClaudeResult | undefined {
  if (!isRecord(value) || value['type'] !== 'result') return undefined
  const errors = Array.isArray(value['errors']) ? value['errors'] : []
  const status = value['api_error_status']
  const subtype = textIn(value, 'subtype')
  return {
    isError: value['is_error'] === true || subtype.startsWith('error'),
    subtype,
    text: textIn(value, 'result') || errors.filter((error) => typeof error === 'string').join('; '),
    sessionId: textIn(value, 'session_id'),
    durationMs: numberIn(value, 'duration_ms'),
    numTurns: numberIn(value, 'num_turns'),
    totalCostUsd: numberIn(value, 'total_cost_usd'),
    apiErrorStatus: typeof status === 'number' ? status : undefined,
    terminalReason: textIn(value, 'terminal_reason'),
  }
}
