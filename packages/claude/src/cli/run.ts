import {
  type AIEvent,
  type AIEventListener,
  type AIRequest,
  type Attempt,
  type Clock,
  isTransient,
  type RunSoFar,
} from '@agency/core'
import { conversationArguments } from './arguments.ts'
import { type AttemptRecord, followAttempt } from './attempt.ts'
import { classifyStatus, parseRetryAfter } from './classify-failure.ts'
import type { CommandExecutor, CommandLine, RunningCommand } from './command-executor.ts'
import { createContinuity } from './continuity.ts'
import type { Deadline } from './deadline.ts'
import { judgeAttempt, notAuthenticated, type Verdict } from './judge-attempt.ts'
import { createObservations } from './observations.ts'
import { promptMessage, type WarmProcess } from './warm-process.ts'

export interface RunParts {
  readonly request: AIRequest
  /** Without the conversation, which may change from attempt to attempt. */
  readonly command: CommandLine
  readonly secrets: readonly string[]
  readonly deadline: Deadline
  readonly onEvent: AIEventListener
  readonly executor: CommandExecutor
  readonly clock: Clock
  readonly cancelGraceMs: number
  readonly takeWarm: () => WarmProcess | undefined
}

export interface Run {
  attempt(number: number): Promise<Attempt<Verdict>>
  announceRetry(attempt: number, delayMs: number): void
  /** Undefined while there is no conversation yet. */
  soFar(): RunSoFar | undefined
}

const goOn =
  'The connection to the model was lost in the middle of this task. Look at what is already done, then go on from there.'

/** A Claude that got its prompt says so at once; one that does not is stuck. */
const firstSignMs = 5_000
const timeoutGraceMs = 10_000
const refusedGraceMs = 1_000

/** The attempts of one run, which know of each other what the next one needs. */
export function createRun(parts: RunParts): Run {
  const { request, deadline } = parts
  const observations = createObservations()
  const continuity = createContinuity(request)
  let lastReason = ''
  let costUsd: number | undefined

  return {
    async attempt(number) {
      const warm = number === 1 ? await useWarm() : undefined
      const { record, refused } = warm ?? (await useCold())
      const { misnamed } = continuity.learn(record)
      costUsd = record.result?.totalCostUsd
      if (deadline.signal.aborted && !hadFinished(record)) throw deadline.reason(soFar())
      if (refused)
        return settled({ kind: 'failure', error: notAuthenticated('the key was refused') })
      const verdict = judge(record)
      lastReason = verdict.kind === 'result' ? verdict.result.error : verdict.error.message
      if (misnamed) return { settled: false, value: verdict, retryAfterMs: 0 }
      return isPassing(verdict) ? again(verdict) : settled(verdict)
    },
    announceRetry: (attempt, delayMs) =>
      parts.onEvent({ type: 'run-retry', attempt, delayMs, reason: lastReason }),
    soFar,
  }

  function soFar(): RunSoFar | undefined {
    const { kind, sessionId } = continuity.current()
    if (kind === 'new') return undefined
    const model = observations.model()
    return {
      sessionId,
      filesChanged: observations.filesChanged(),
      ...(model === undefined ? {} : { model }),
      ...(costUsd === undefined ? {} : { totalCostUsd: costUsd }),
    }
  }

  function useCold() {
    const conversation = conversationArguments(continuity.current())
    const running = parts.executor.start({
      ...parts.command,
      arguments: [...parts.command.arguments, ...conversation],
    })
    return follow(running, observations.hasProgress() ? goOn : request.prompt)
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
    const followed = await follow(warm.command, promptMessage(request.prompt), () =>
      firstSign.abort(),
    )
    const answered = firstSign.signal.aborted
    firstSign.abort()
    if (!answered && !deadline.signal.aborted) return undefined
    continuity.adopt(warm.sessionId)
    return followed
  }

  /** Hands over the prompt and follows the process to its end, ending it when the run must end. */
  async function follow(running: RunningCommand, input: string, onFirstSign = () => {}) {
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
      const record = await followAttempt(running, (event) => {
        onFirstSign()
        observations.see(event)
        parts.onEvent(event)
        if (isRefusal(event) && !refused) {
          refused = true
          void running.stop(refusedGraceMs)
        }
      })
      return { record, refused }
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

  function judge(record: AttemptRecord): Verdict {
    return judgeAttempt(record, {
      now: new Date(parts.clock.now()),
      secrets: parts.secrets,
      filesChanged: observations.filesChanged(),
      model: observations.model(),
      soFar: soFar(),
      limitResetsAt: observations.limitResetsAt(),
    })
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

function isPassing(verdict: Verdict): boolean {
  const failure = verdict.kind === 'result' ? verdict.result.failure : verdict.error.kind
  return failure !== undefined && isTransient(failure)
}

/** Claude would repeat the request for a long time; with this key it can only fail again. */
function isRefusal(event: AIEvent): boolean {
  return (
    event.type === 'request-retry' &&
    event.status !== undefined &&
    classifyStatus(event.status) === 'authentication'
  )
}
