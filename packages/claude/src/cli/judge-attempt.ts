import {
  type AIResult,
  ClaudeInvocationError,
  type InvocationFailure,
  type RunSoFar,
  redactSecrets,
} from '@agency/core'
import type { ClaudeResult } from '../stream/claude-result.ts'
import type { AttemptRecord } from './attempt.ts'
import { classifyResult, classifyText } from './classify-failure.ts'
import { parseQuota } from './quota.ts'

/** What a finished attempt means: a result to hand on, or a failure without one. */
export type Verdict =
  | { readonly kind: 'result'; readonly result: AIResult }
  | { readonly kind: 'failure'; readonly error: ClaudeInvocationError }

export interface Judging {
  readonly now: Date
  readonly secrets: readonly string[]
  readonly filesChanged: readonly string[]
  readonly model: string | undefined
  /** Of the run, this attempt included. */
  readonly totals: Pick<AIResult, 'durationMs' | 'numTurns' | 'totalCostUsd'>
  readonly soFar: RunSoFar | undefined
  /** When a limit that the server announced beside its answer ends. */
  readonly limitResetsAt: Date | undefined
}

export function judgeAttempt(record: AttemptRecord, judging: Judging): Verdict {
  const { result } = record
  if (result === undefined) return { kind: 'failure', error: withoutResult(record, judging) }
  const quota = parseQuota(result.text, judging.now)
  // What the server announced is exact; Claude's words leave the seconds out.
  if (quota !== undefined) return limited(result, judging.limitResetsAt ?? quota.resetsAt, judging)
  if (!result.isError) return { kind: 'result', result: succeeded(result, judging) }
  const failure = classifyResult(result)
  if (failure === 'rate-limit' && judging.limitResetsAt !== undefined) {
    return limited(result, judging.limitResetsAt, judging)
  }
  const error = redactSecrets(describe(result, record), judging.secrets)
  if (failure === 'authentication') {
    return { kind: 'failure', error: notAuthenticated(error, judging.soFar) }
  }
  return {
    kind: 'result',
    result: { ...failed(result, judging), outcome: 'failure', error, failure },
  }
}

export function failureOf(verdict: Verdict): InvocationFailure | undefined {
  return verdict.kind === 'result' ? verdict.result.failure : verdict.error.kind
}

export function reasonOf(verdict: Verdict): string {
  return verdict.kind === 'result' ? verdict.result.error : verdict.error.detail
}

/** The same failure with a remark to its reason, which may give it another name. */
export function remark(verdict: Verdict, failure: InvocationFailure, text: string): Verdict {
  const reason = `${reasonOf(verdict)}; ${text}`
  if (verdict.kind === 'result') {
    return { kind: 'result', result: { ...verdict.result, failure, error: reason } }
  }
  const { data, soFar } = verdict.error
  const options = { data, soFar, cause: verdict.error }
  return { kind: 'failure', error: new ClaudeInvocationError(failure, reason, options) }
}

export function notAuthenticated(
  detail: string,
  soFar: RunSoFar | undefined,
): ClaudeInvocationError {
  return new ClaudeInvocationError(
    'authentication',
    `authentication failed (${detail}). Set ANTHROPIC_API_KEY to a valid key, or start "claude" and type /login`,
    { soFar },
  )
}

function succeeded(result: ClaudeResult, judging: Judging): AIResult {
  return {
    outcome: 'success',
    success: true,
    output: result.text,
    sessionId: result.sessionId,
    ...judging.totals,
    error: '',
    filesChanged: judging.filesChanged,
    ...(judging.model === undefined ? {} : { model: judging.model }),
  }
}

function limited(result: ClaudeResult, resetsAt: Date | undefined, judging: Judging): Verdict {
  const limit = failed(result, judging)
  const reset = resetsAt === undefined ? {} : { resetsAt: resetsAt.toISOString() }
  return {
    kind: 'result',
    result: { ...limit, outcome: 'quota', error: limit.output, failure: 'quota', ...reset },
  }
}

/** What Claude answers then is the reason, and so it may hold what no error may show. */
function failed(result: ClaudeResult, judging: Judging) {
  const output = redactSecrets(result.text, judging.secrets)
  return { ...succeeded(result, judging), success: false, output }
}

/** Never empty: the result's text, else stderr, else the subtype. */
function describe(result: ClaudeResult, record: AttemptRecord): string {
  return result.text.trim() || record.stderr.trim() || result.subtype || 'claude gave no reason'
}

function withoutResult(record: AttemptRecord, judging: Judging): ClaudeInvocationError {
  const stderr = shorten(redactSecrets(record.stderr.trim(), judging.secrets), 'end')
  const stdout = shorten(redactSecrets(record.stdout.trim(), judging.secrets), 'start')
  const { code, signal } = record.exit
  const { soFar } = judging
  const options = { data: { exitCode: code, signal, stderr, stdout }, soFar }
  const because = stderr === '' ? '' : `: ${stderr}`
  if (signal !== null) {
    return new ClaudeInvocationError('process', `claude was ended by ${signal}${because}`, options)
  }
  if (code !== 0) {
    const failure = failureIn(`${record.stderr}\n${plainLines(record.stdout)}`)
    if (failure === 'authentication') return notAuthenticated(stderr || stdout, soFar)
    const detail = because || (stdout === '' ? '' : `: ${stdout}`)
    return new ClaudeInvocationError(failure, `claude exited with code ${code}${detail}`, options)
  }
  if (stdout === '') {
    return new ClaudeInvocationError('empty', `claude gave an empty response${because}`, options)
  }
  const detail = stdout.startsWith('{')
    ? `claude's output ended without a result`
    : `claude's output is not JSON: ${stdout}`
  return new ClaudeInvocationError('parse', detail, options)
}

function failureIn(output: string): InvocationFailure {
  const failure = classifyText(output)
  return failure === 'other' ? 'process' : failure
}

/** Claude's records tell of the project, its directory for one, and not why the process ended. */
function plainLines(stdout: string): string {
  const isRecordOrTornOne = (line: string) => line.trimStart().startsWith('{')
  return stdout
    .split('\n')
    .filter((line) => !isRecordOrTornOne(line))
    .join('\n')
}

const longest = 2000

function shorten(text: string, keep: 'start' | 'end'): string {
  if (text.length <= longest) return text
  return keep === 'start' ? `${text.slice(0, longest)}…` : `…${text.slice(-longest)}`
}
