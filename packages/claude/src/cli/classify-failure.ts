import type { InvocationFailure } from '@agency/core'
import type { ClaudeResult } from '../stream/claude-result.ts'

/** Why a result with is_error came about: by its typed fields, and by its text only where none tells. */
export function classifyResult(result: ClaudeResult): InvocationFailure {
  if (result.subtype === 'error_max_budget_usd') return 'budget'
  if (result.subtype === 'error_max_turns') return 'turns'
  if (result.terminalReason === 'prompt_too_long') return 'context-overflow'
  const byText = classifyText(result.text)
  if (result.apiErrorStatus === undefined) return byText
  const byStatus = classifyStatus(result.apiErrorStatus)
  return byStatus === 'bad-request' && byText !== 'other' ? byText : byStatus
}

/** An HTTP status of the model's server. */
export function classifyStatus(status: number): InvocationFailure {
  if (status === 401 || status === 403) return 'authentication'
  if (status === 408) return 'network'
  if (status === 413) return 'context-overflow'
  if (status === 429) return 'rate-limit'
  if (status === 529) return 'overload'
  if (status >= 500) return 'server'
  return 'bad-request'
}

/** A number alone may be a line of a stack trace. */
const status = (digits: string) =>
  `(?:api error|http(?:/[\\d.]+)?|status(?: code)?|error(?: code)?)[ :=(]*${digits}\\b`

/** None of them matches a mere name: `/srv/rate-limiter/billing.ts:500` tells nothing. */
const texts: readonly (readonly [RegExp, InvocationFailure])[] = [
  [
    /not logged in|please run \/login|invalid (?:x-)?api[- ]key|authentication[ _](?:error|failed|required)|oauth token has expired/i,
    'authentication',
  ],
  [/credit balance is too low|billing[ _](?:error|issue|problem)/i, 'billing'],
  [/prompt is too long|context (?:window|length|limit)|too many tokens/i, 'context-overflow'],
  [/\bE(?:CONN\w+|TIMEDOUT|PIPE|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)\b/, 'network'],
  [
    /connection (?:error|refused|reset|closed|lost|to the api was lost)|socket hang up|fetch failed|(?:request|network|connection) timed out|network (?:error|timeout)/i,
    'network',
  ],
  [new RegExp(`${status('529')}|overloaded`, 'i'), 'overload'],
  [
    new RegExp(`${status('429')}|rate[ _-]?limit(?!er|[-/.]\\w)|too many requests`, 'i'),
    'rate-limit',
  ],
  [
    new RegExp(`${status('50[0-4]')}|internal server error|bad gateway|service unavailable`, 'i'),
    'server',
  ],
  [/^error: (?:option|unknown option|missing|invalid|too many)/im, 'bad-request'],
  [/no conversation found with session id/i, 'bad-request'],
]

/** What a message says by itself, for want of anything typed. */
export function classifyText(text: string): InvocationFailure {
  return texts.find(([pattern]) => pattern.test(text))?.[1] ?? 'other'
}

/** The wait that a server asked for in words, in milliseconds. */
export function parseRetryAfter(text: string): number | undefined {
  const match = /(?:retry[- ]after|try again in|retry in):?\s*(\d+(?:\.\d+)?)\s*(ms|s|m|h)?/i.exec(
    text,
  )
  if (!match) return undefined
  return Number(match[1]) * (unitMs[match[2]?.toLowerCase() ?? 's'] ?? 0)
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }
