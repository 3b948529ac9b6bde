import type { AIEvent } from '@agency/core'
import { parseBackgroundTasks } from '../stream/background-tasks.ts'
import {
  answeredTurns,
  type ClaudeResult,
  joinResults,
  parseClaudeResult,
} from '../stream/claude-result.ts'
import { isRecord, parseJson, textIn } from '../stream/json.ts'
import { splitLines } from '../stream/split-lines.ts'
import { translateMessage } from '../stream/translate-message.ts'
import type { Exchange } from './arguments.ts'
import type { CommandExit, RunningCommand } from './command-executor.ts'

/** All that one attempt came to, before anybody judges it. */
export interface AttemptRecord {
  readonly exit: CommandExit
  readonly result: ClaudeResult | undefined
  /** What stood on stdout, for a report when there is no result. */
  readonly stdout: string
  readonly stderr: string
  /** The conversation that Claude named as its own, once it has one. */
  readonly sessionId: string | undefined
  /** Whether a model may have said or done something. */
  readonly begun: boolean
}

const longestOutput = 64 * 1024

/**
 * Follows a process that has its prompt to its end. Every line of stdout is one message; where no
 * events were asked for, the only one is the result.
 */
export async function followAttempt(
  command: RunningCommand,
  exchange: Exchange,
  onEvent: (event: AIEvent) => void,
): Promise<AttemptRecord> {
  const results: ClaudeResult[] = []
  let sessionId: string | undefined
  let stdout = ''
  let spoke = false
  let tasks: readonly string[] = []
  for await (const line of splitLines(command.stdout)) {
    if (stdout.length < longestOutput) stdout += `${line}\n`
    const message = parseJson(line)
    if (isRecord(message)) sessionId = textIn(message, 'session_id') || sessionId
    for (const event of translateMessage(message)) {
      spoke ||= event.type === 'text' || event.type === 'thinking' || event.type === 'tool-call'
      onEvent(event)
    }
    const result = parseClaudeResult(message)
    tasks = parseBackgroundTasks(message) ?? tasks
    if (result === undefined) continue
    results.push(result)
    if (tasks.length > 0) onEvent({ type: 'background-wait', tasks })
  }
  const exit = await command.ended
  const result = joinResults(results) ?? parseClaudeResult(parseJson(stdout))
  const answered = result === undefined ? exchange === 'json' : answeredTurns(result) > 0
  return {
    exit,
    result,
    stdout,
    stderr: command.stderrTail(),
    sessionId,
    begun: spoke || answered,
  }
}
