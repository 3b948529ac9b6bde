import type { InvocationFailure } from '../ai/invocation-error.ts'
import { assertNever } from '../assert-never.ts'
import type { Clock } from '../clock.ts'
import { errorMessage } from '../error-message.ts'
import type { Logger } from '../logger.ts'
import type { AgentClient } from './agent-client.ts'
import { createRepeatDetector, repeatLimit } from './repeat-detector.ts'
import { ResultSubtype, type SessionEnd, type StreamEvent } from './stream-event.ts'
import { untilAborted } from './until-aborted.ts'

export interface SessionOptions {
  readonly number: number
  readonly client: AgentClient
  readonly instruction: string
  readonly clock: Clock
  readonly logger: Logger
  readonly onEvent: (event: StreamEvent) => void
}

export interface SessionReport {
  readonly success: boolean
  readonly costUsd: number
  /** Milliseconds. */
  readonly duration: number
  /** Why it failed, in the agent's words or ours; empty on success. */
  readonly errors: readonly string[]
  /** The kind of failure, when the agent's engine knows it. */
  readonly failure?: InvocationFailure
  /** Set when the session met a usage limit; null when nobody knows when it resets. */
  readonly quotaResetsAt?: Date | null
  /** The tool that was called again and again with the same arguments. */
  readonly repeatedTool?: string
}

/** Runs one session to its end. Never rejects for what an agent does. */
export async function runSession(
  options: SessionOptions,
  signal: AbortSignal,
): Promise<SessionReport> {
  const { number, clock, logger } = options
  const startedAt = clock.now()
  logger.info(`Session ${number} started`)

  const conversation = await converse(options, signal)
  const errors = findErrors(conversation, signal)
  for (const error of errors) logger.error(error)
  const { end, repeatedTool } = conversation
  if (errors.length === 0 && end?.result !== undefined) logger.info(end.result)
  const costUsd = end?.totalCostUsd ?? 0
  const duration = clock.now() - startedAt
  logger.info(
    `Session ${number}: cost=$${costUsd.toFixed(4)}, duration=${(duration / 1000).toFixed(1)}s`,
  )
  return {
    success: errors.length === 0 && end?.quotaResetsAt === undefined && !signal.aborted,
    costUsd,
    duration,
    errors,
    ...(end?.failure === undefined ? {} : { failure: end.failure }),
    ...(end?.quotaResetsAt === undefined ? {} : { quotaResetsAt: end.quotaResetsAt }),
    ...(repeatedTool === undefined ? {} : { repeatedTool }),
  }
}

interface Conversation {
  readonly end?: SessionEnd
  readonly repeatedTool?: string
  readonly thrown?: unknown
}

/** Follows the agent until it ends, breaks or goes round in circles, or the signal aborts. */
async function converse(options: SessionOptions, signal: AbortSignal): Promise<Conversation> {
  const { client, instruction, logger, onEvent } = options
  const isStuck = createRepeatDetector()
  logger.debug(`[Send] ${cut(instruction)}`)
  try {
    for await (const event of untilAborted(client.query(instruction, signal), signal)) {
      logger.debug(`[Recv] ${event.type}: ${cut(contentOf(event))}`)
      onEvent(event)
      if (event.type === 'session_end') return { end: event }
      if (event.type === 'tool_invocation' && isStuck(event)) return { repeatedTool: event.name }
    }
    return {}
  } catch (thrown) {
    return { thrown }
  }
}

function findErrors(
  { end, repeatedTool, thrown }: Conversation,
  signal: AbortSignal,
): readonly string[] {
  if (signal.aborted) return []
  if (repeatedTool !== undefined) {
    return [`${repeatedTool} was called ${repeatLimit} times in a row with the same arguments`]
  }
  if (thrown !== undefined) return [errorMessage(thrown)]
  if (end === undefined) return ['The session ended without a result']
  if (end.subtype === ResultSubtype.Success) return []
  return end.errors === undefined || end.errors.length === 0 ? [end.subtype] : end.errors
}

function contentOf(event: StreamEvent): string {
  switch (event.type) {
    case 'agent_text':
      return event.text
    case 'tool_invocation':
      return `${event.name} ${JSON.stringify(event.input)}`
    case 'tool_response':
      return event.content
    case 'session_end':
      return [event.subtype, event.result ?? event.errors?.join('; ')].filter(Boolean).join(' ')
    default:
      return assertNever(event)
  }
}

function cut(text: string): string {
  return text.slice(0, 200)
}
