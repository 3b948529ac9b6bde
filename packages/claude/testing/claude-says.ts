/** Lines as Claude Code 2.1 prints them, cut to the fields that matter here. */
export function resultLine(fields: Record<string, unknown> = {}): string {
  return `${JSON.stringify({
    type: 'result',
    subtype: 'success',
    is_error: false,
    result: 'Done.',
    session_id: '3b9f2c1e-6a57-4e5f-9a5e-0d6a0b7c8d9e',
    duration_ms: 5000,
    num_turns: 3,
    total_cost_usd: 0.05,
    terminal_reason: 'completed',
    ...fields,
  })}\n`
}

/** A request that failed for good; Claude reports it as a result, and counts it as a turn. */
export function apiError(
  status: number | null,
  result: string,
  fields: Record<string, unknown> = {},
): string {
  return resultLine({
    is_error: true,
    num_turns: 1,
    api_error_status: status,
    result,
    terminal_reason: 'api_error',
    ...fields,
  })
}

export function initLine(sessionId: string): string {
  return `${JSON.stringify({ type: 'system', subtype: 'init', session_id: sessionId, model: 'sonnet' })}\n`
}

export function assistantLine(
  content: Record<string, unknown>[],
  model = 'claude-sonnet-5-5',
): string {
  return `${JSON.stringify({ type: 'assistant', message: { role: 'assistant', model, content } })}\n`
}

export function toolResultLine(id: string, text: string, isError = false): string {
  const content = [{ type: 'tool_result', tool_use_id: id, content: text, is_error: isError }]
  return `${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`
}

export function retryLine(status: number | null, delayMs: number): string {
  return `${JSON.stringify({
    type: 'system',
    subtype: 'api_retry',
    attempt: 1,
    error_status: status,
    retry_delay_ms: delayMs,
    error: 'rate_limit',
  })}\n`
}
