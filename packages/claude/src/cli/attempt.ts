import type { AIEvent } from '@agency/core'
import { type ClaudeResult, parseClaudeResult } from '../stream/claude-result.ts'
import { isRecord, parseJson, textIn } from '../stream/json.ts'
import { splitLines } from '../stream/split-lines.ts'
import { translateMessage } from '../stream/translate-message.ts'
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
}

const longestOutput = 64 * 1024

/**
 * Follows a process that has its prompt to its end. Every line of stdout is one message; where no
 * events were asked for, the only one is the result.
 */
export async function followAttempt(
  command: RunningCommand,
  onEvent: (event: AIEvent) => void,
): Promise<AttemptRecord> {
  let result: ClaudeResult | undefined
  let sessionId: string | undefined
  let stdout = ''
  for await (const line of splitLines(command.stdout)) {
    if (stdout.length < longestOutput) stdout += `${line}\n`
    const message = parseJson(line)
    if (isRecord(message)) sessionId = textIn(message, 'session_id') || sessionId
    for (const event of translateMessage(message)) onEvent(event)
    result = parseClaudeResult(message) ?? result
  }
  const exit = await command.ended
  result ??= parseClaudeResult(parseJson(stdout))
  return { exit, result, stdout, stderr: command.stderrTail(), sessionId }
}
