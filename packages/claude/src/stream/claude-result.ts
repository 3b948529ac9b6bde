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
  /** What was spent on this result, and not on an earlier one of the conversation. */
  readonly costUsd: number | undefined
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
    costUsd: costIn(value),
    apiErrorStatus: typeof status === 'number' ? status : undefined,
    terminalReason: textIn(value, 'terminal_reason'),
  }
}

/**
 * The results of one process as one: the last, with the figures of all. There are several when work
 * that Claude had left in the background reports back after its answer.
 */
export function joinResults(results: readonly ClaudeResult[]): ClaudeResult | undefined {
  return results.reduce<ClaudeResult | undefined>((before, result) => {
    if (before === undefined) return result
    return {
      ...result,
      durationMs: before.durationMs + result.durationMs,
      numTurns: before.numTurns + result.numTurns,
      costUsd: add(before.costUsd, result.costUsd),
    }
  }, undefined)
}

/** Claude also counts the request at which it failed, though no model has answered it. */
export function answeredTurns({ isError, numTurns }: ClaudeResult): number {
  return isError ? Math.max(0, numTurns - 1) : numTurns
}

/**
 * Claude's total is that of the whole conversation, so after --resume it holds what was paid before;
 * what is new stands beside it, in a stream only. Where that is missing, too much is better than too
 * little.
 */
function costIn(result: Record<string, unknown>): number | undefined {
  const news = result['model_usage_since_last_result']
  if (isRecord(news)) {
    const models = Object.values(news).filter(isRecord)
    return models.reduce((sum, usage) => sum + numberIn(usage, 'costUSD'), 0)
  }
  const total = result['total_cost_usd']
  return typeof total === 'number' ? total : undefined
}

function add(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a + b
}
