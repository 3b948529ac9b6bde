import { isTransient } from '@agency/core'
import { expect, test } from 'vitest'
import { apiError, resultLine } from '../../testing/claude-says.ts'
import { parseClaudeResult } from '../stream/claude-result.ts'
import { parseJson } from '../stream/json.ts'
import { classifyResult, classifyText, parseRetryAfter } from './classify-failure.ts'

const classify = (line: string) => {
  const result = parseClaudeResult(parseJson(line))
  if (result === undefined) throw new Error('not a result')
  return classifyResult(result)
}

test('a status tells by itself', () => {
  const statuses = [400, 401, 403, 404, 408, 413, 429, 500, 502, 503, 529]
  expect(statuses.map((status) => classify(apiError(status, 'API Error')))).toEqual([
    ...['bad-request', 'authentication', 'authentication', 'bad-request', 'network'],
    ...['context-overflow', 'rate-limit', 'server', 'server', 'server', 'overload'],
  ])
  expect(classify(apiError(500, 'your prompt is too long, said a proxy'))).toBe('server')
})

test('what Claude 2.1 says without a status, or with a 400, is read from its text', () => {
  const said = {
    'API Error: Connection to the API was lost (ECONNRESET). This is usually temporary — try again.':
      'network',
    'API Error: Connection refused — a firewall or proxy may be blocking it (ECONNREFUSED)':
      'network',
    'API Error: Request timed out.': 'network',
    'TypeError: fetch failed': 'network',
    'Error: socket hang up': 'network',
    'getaddrinfo ENOTFOUND api.anthropic.com': 'network',
    'getaddrinfo EAI_AGAIN api.anthropic.com': 'network',
    '<h1>Bad Gateway</h1>': 'server',
    'Service Unavailable': 'server',
    'This exceeds the context window of the model': 'context-overflow',
    'Not logged in · Please run /login': 'authentication',
    'API Error: API returned an empty or malformed response (HTTP 200)': 'other',
    'Something new': 'other',
  }
  for (const [text, failure] of Object.entries(said)) {
    expect(classify(apiError(null, text)), text).toBe(failure)
  }
  expect(classify(apiError(400, 'Credit balance is too low'))).toBe('billing')
  expect(classify(apiError(400, 'prompt is too long: 210000 tokens'))).toBe('context-overflow')
  expect(classify(apiError(400, 'unknown field "foo"'))).toBe('bad-request')
})

test('budget, turns and context overflow are told by their own fields', () => {
  expect(classify(resultLine({ is_error: true, subtype: 'error_max_budget_usd' }))).toBe('budget')
  expect(classify(resultLine({ is_error: true, subtype: 'error_max_turns' }))).toBe('turns')
  expect(classify(resultLine({ is_error: true, terminal_reason: 'prompt_too_long' }))).toBe(
    'context-overflow',
  )
})

test('text of a crashed process is classified too', () => {
  expect(classifyText('error: unknown option --foo')).toBe('bad-request')
  expect(classifyText('Error: read ECONNRESET')).toBe('network')
  expect(classifyText('HTTP 503 Service Unavailable')).toBe('server')
  expect(classifyText('Segmentation fault')).toBe('other')
})

test('a status in words is one, in whatever way it is said', () => {
  const said = {
    'API Error: 529 {"type":"error","error":{"type":"overloaded_error"}}': 'overload',
    'Request failed with status code 502': 'server',
    'HTTP/1.1 504 Gateway Timeout': 'server',
    'error: 429': 'rate-limit',
    'This request would exceed your rate limit. Please try again later.': 'rate-limit',
    rate_limit_error: 'rate-limit',
    'authentication_error: invalid bearer token': 'authentication',
    'billing_error: your credit has expired': 'billing',
  }
  for (const [text, failure] of Object.entries(said)) expect(classifyText(text), text).toBe(failure)
})

test('a number, a path or a name tells nothing', () => {
  const crashes = [
    'TypeError: x is not a function\n    at main (/opt/claude/cli.js:500:12)',
    'at /srv/rate-limiter/index.js:429:3',
    'at /home/me/billing-service/authentication_service/main.ts:503:1',
    'allocated 529 objects',
  ]
  for (const text of crashes) expect(classifyText(text), text).toBe('other')
})

test('only what may pass is transient', () => {
  const transient = (['rate-limit', 'overload', 'server', 'network'] as const).map(isTransient)
  expect(transient).toEqual([true, true, true, true])
  const lasting = (
    ['authentication', 'bad-request', 'billing', 'budget', 'quota', 'other'] as const
  ).map(isTransient)
  expect(lasting).toEqual([false, false, false, false, false, false])
})

test('a wait in words is read in its unit', () => {
  expect(parseRetryAfter('rate limited, retry after 30 seconds')).toBe(30_000)
  expect(parseRetryAfter('Retry-After: 2')).toBe(2_000)
  expect(parseRetryAfter('try again in 1.5m')).toBe(90_000)
  expect(parseRetryAfter('try again in 5 minutes')).toBe(300_000)
  expect(parseRetryAfter('retry in 700ms')).toBe(700)
  expect(parseRetryAfter('try again in 2 hours')).toBe(7_200_000)
  expect(parseRetryAfter('try again in 1 hour')).toBe(3_600_000)
  expect(parseRetryAfter('try again later')).toBeUndefined()
})
