import {
  type AIEvent,
  type AIEventListener,
  type AIRequest,
  type Attempt,
  type ClaudeInvocationError,
  type Clock,
  isTransient,
  type RunSoFar,
} from '@agency/core'
import type { Exchange } from './arguments.ts'
import { type AttemptRecord, followAttempt } from './attempt.ts'
import { classifyStatus, parseRetryAfter } from './classify-failure.ts'
import type { RunningCommand } from './command-executor.ts'
import { createContinuity, type KnownConversation } from './continuity.ts'
import type { Deadline } from './deadline.ts'
import {
  failureOf,
  judgeAttempt,
  notAuthenticated,
  reasonOf,
  remark,
  type Verdict,
} from './judge-attempt.ts'
import { createObservations } from './observations.ts'
import { createTally, type Limits } from './tally.ts'
import { promptMessage, type WarmProcess } from './warm-process.ts'

export interface RunParts {
  readonly request: AIRequest
  /** Of the run, over all its attempts. */
  readonly limits: Limits
  readonly secrets: readonly string[]
  readonly deadline: Deadline
  readonly onEvent: AIEventListener | undefined
  readonly clock: Clock
  readonly cancelGraceMs: number
  readonly start: (attempt: ColdStart) => RunningCommand
  readonly takeWarm: () => WarmProcess | undefined
}

/** What one attempt is started with, beyond what all have in common. */
interface ColdStart {
  readonly exchange: Exchange
  readonly conversation: KnownConversation
  /** What the attempts before have left. */
  readonly limits: Limits
}

export interface Run {
  attempt(number: number): Promise<Attempt<Verdict>>
  announceRetry(attempt: number, delayMs: number): void
  /** The error of a run whose deadline has come. */
  overdue(): ClaudeInvocationError
}

const goOn =
  'The connection to the model was lost in the middle of this task. Look at what is already done, then go on from there.'

/** A Claude that got its prompt says so at once; one that does not is stuck. */
const firstSignMs = 5_000
const timeoutGraceMs = 10_000
const refusedGraceMs = 1_000

/** The attempts of one run, which know of each other what the next one needs. */
export function createRun(parts: RunParts): Run {
  const { request, deadline, onEvent } = parts
  const observations = createObservations()
  const continuity = createContinuity(request)
  const tally = createTally(parts.limits)
  let lastReason = ''

  return {
    async attempt(number) {
      const warm = number === 1 ? await useWarm() : undefined
      const { record, refused, startedAt } = warm ?? (await useCold())
      const { misnamed } = continuity.learn(record)
      if (!misnamed) tally.add(record, startedAt)
      if (deadline.signal.aborted && !hadFinished(record)) throw overdue()
      if (refused) {
        const error = notAuthenticated('the key was refused', soFar())
        return settled({ kind: 'failure', error })
      }
      const verdict = judge(record, number)
      lastReason = reasonOf(verdict)
      if (misnamed) return { settled: false, value: verdict, retryAfterMs: 0 }
      const failure = failureOf(verdict)
      if (failure === undefined || !isTransient(failure)) return settled(verdict)
      const obstacle = tally.obstacle()
      if (obstacle === undefined) return again(verdict)
      const why = `not tried again: ${obstacle.detail}`
      return settled(remark(verdict, obstacle.failure ?? failure, why))
    },
    announceRetry: (attempt, delayMs) =>
      onEvent?.({ type: 'run-retry', attempt, delayMs, reason: lastReason }),
    overdue,
  }

  function overdue(): ClaudeInvocationError {
    return deadline.reason(soFar(), observations.trouble())
  }

  /** Undefined while there is no conversation yet. */
  function soFar(): RunSoFar | undefined {
    const { kind, sessionId } = continuity.current()
    if (kind === 'new') return undefined
    const model = observations.model()
    const costUsd = tally.costUsd()
    return {
      sessionId,
      filesChanged: observations.filesChanged(),
      ...(model === undefined ? {} : { model }),
      ...(costUsd === undefined ? {} : { totalCostUsd: costUsd }),
    }
  }

  function useCold() {
    const conversation = continuity.current()
    const isContinued = conversation.kind === 'continued'
    // Of a conversation that is continued only the stream tells what this attempt cost.
    const exchange = onEvent === undefined && !isContinued ? 'json' : 'events'
    const running = parts.start({ exchange, conversation, limits: tally.left() })
    const input = isContinued && tally.begun() ? goOn : request.prompt
    return follow(running, exchange, input)
  }

  /** Undefined when there is none, or it showed no sign of life: then nothing has happened yet. */
  async function useWarm() {
    const warm = parts.takeWarm()
    if (warm === undefined) return undefined
    const firstSign = new AbortController()
    parts.clock.sleep(firstSignMs, firstSign.signal).then(
      () => warm.command.stop(0),
      () => {}, // it answered, or it ended
    )
    const input = promptMessage(request.prompt)
    const followed = await follow(warm.command, 'warm', input, () => firstSign.abort())
    const answered = firstSign.signal.aborted
    firstSign.abort()
    return answered || deadline.signal.aborted ? followed : undefined
  }

  /** Hands over the prompt and follows the process to its end, ending it when the run must end. */
  async function follow(
    running: RunningCommand,
    exchange: Exchange,
    input: string,
    onFirstSign = () => {},
  ) {
    const startedAt = parts.clock.now()
    let refused = false
    const end = () => {
      const cancelled = deadline.endedBy() === 'cancelled'
      void running.stop(cancelled ? parts.cancelGraceMs : timeoutGraceMs)
    }
    deadline.signal.addEventListener('abort', end, { once: true })
    try {
      if (deadline.signal.aborted) end()
      running.write(input)
      running.closeInput()
      const record = await followAttempt(running, exchange, (event) => {
        onFirstSign()
        observations.see(event)
        onEvent?.(event)
        if (isRefusal(event) && !refused) {
          refused = true
          void running.stop(refusedGraceMs)
        }
      })
      return { record, refused, startedAt }
    } catch (error) {
      await running.stop(0) // a broken pipe, a listener that threw: nobody follows it any more
      throw error
    } finally {
      deadline.signal.removeEventListener('abort', end)
    }
  }

  /** Claude had given its result in time, and only failed to end. Who cancels wants no result. */
  function hadFinished({ result }: AttemptRecord): boolean {
    return deadline.endedBy() === 'timeout' && result?.isError === false
  }

  function judge(record: AttemptRecord, number: number): Verdict {
    const verdict = judgeAttempt(record, {
      now: new Date(parts.clock.now()),
      secrets: parts.secrets,
      filesChanged: observations.filesChanged(),
      model: observations.model(),
      totals: tally.totals(),
      soFar: soFar(),
      limitResetsAt: observations.limitResetsAt(),
    })
    const failure = failureOf(verdict)
    if (number === 1 || (failure !== 'budget' && failure !== 'turns')) return verdict
    return remark(verdict, failure, `that was left of ${tally.limit(failure)} by earlier attempts`)
  }

  function again(verdict: Verdict): Attempt<Verdict> {
    const retryAfterMs = parseRetryAfter(lastReason) ?? observations.retryAfterMs()
    const asked = retryAfterMs === undefined ? {} : { retryAfterMs }
    return { settled: false, value: verdict, ...asked }
  }
}

function settled(value: Verdict): Attempt<Verdict> {
  return { settled: true, value }
}

/** Claude would repeat the request for a long time; with this key it can only fail again. */
function isRefusal(event: AIEvent): boolean {
  return (
    event.type === 'request-retry' &&
    event.status !== undefined &&
    classifyStatus(event.status) === 'authentication'
  )
}
