import { type InvocationFailure, ResultSubtype, type SessionEnd } from '@agency/core'
import { classifyResult } from '../cli/classify-failure.ts'
import { parseQuota } from '../cli/quota.ts'
import { parseClaudeResult } from '../stream/claude-result.ts'
import { isRecord } from '../stream/json.ts'

/** What was seen in the session before its result. */
export interface SessionSoFar {
  readonly now: Date
  readonly model?: string | undefined
  /** When a limit that the server announced beside its answers ends. */
  readonly limitResetsAt?: Date | undefined
}

/** The event for an SDK result message. Claude calls some failures a success with an error in it. */
export function toSessionEnd(
  message: unknown,
  { now, model, limitResetsAt }: SessionSoFar,
): SessionEnd {
  const result = parseClaudeResult(message)
  if (result === undefined) return failedSession('other', ['claude ended without a result'], model)
  const subtype = toResultSubtype(result.subtype)
  const quota = parseQuota(result.text, now)
  const cost = isRecord(message) ? message['total_cost_usd'] : undefined
  const common = {
    type: 'session_end',
    ...(typeof cost === 'number' ? { totalCostUsd: cost } : {}),
    ...(model === undefined ? {} : { model }),
  } as const
  if (subtype === ResultSubtype.Success && !result.isError && quota === undefined) {
    return { ...common, subtype, result: result.text }
  }
  const failure = quota === undefined ? classifyResult(result) : 'quota'
  const isLimit = failure === 'quota' || (failure === 'rate-limit' && limitResetsAt !== undefined)
  return {
    ...common,
    subtype: subtype === ResultSubtype.Success ? ResultSubtype.ErrorDuringExecution : subtype,
    errors: [result.text.trim() || result.subtype || 'claude gave no reason'],
    failure: isLimit ? 'quota' : failure,
    ...(isLimit ? { quotaResetsAt: limitResetsAt ?? quota?.resetsAt ?? null } : {}),
  }
}

/** The end of a session that gave no result. */
export function failedSession(
  failure: InvocationFailure,
  errors: readonly string[],
  model?: string,
): SessionEnd {
  return {
    type: 'session_end',
    subtype: ResultSubtype.ErrorDuringExecution,
    errors,
    failure,
    ...(model === undefined ? {} : { model }),
  }
}

/** A subtype that agency does not know is a failure like any other. */
export function toResultSubtype(subtype: string): ResultSubtype {
  return (
    Object.values(ResultSubtype).find((known) => known === subtype) ??
    ResultSubtype.ErrorDuringExecution
  )
}
