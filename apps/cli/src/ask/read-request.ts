import { resolve } from 'node:path'
import { type AIRequest, createAIRequest } from '@agency/core'
import type { Context, Invocation } from '../frame/command.ts'
import {
  durationOption,
  listOption,
  positiveInteger,
  positiveNumber,
  textOption,
} from '../frame/read-option.ts'
import { UsageError } from '../frame/usage-error.ts'

export interface Asked {
  readonly request: AIRequest
  /** What --env named. Who types it owns the machine, so nothing of it is refused. */
  readonly environment: Record<string, string>
}

export async function readRequest(invocation: Invocation, context: Context): Promise<Asked> {
  const [operand = ''] = invocation.operands
  const options = {
    workingDir: resolve(
      context.workingDirectory,
      writtenOption(invocation, 'cwd', '--cwd', 'a directory') ?? '.',
    ),
    model: writtenOption(invocation, 'model', '--model', 'the name of a model'),
    timeoutMs: durationOption(invocation, 'timeout', '--timeout'),
    permissionMode: textOption(invocation, 'permissionMode'),
    systemPrompt: textOption(invocation, 'appendSystemPrompt'),
    maxBudgetUsd: positiveNumber(invocation, 'maxBudgetUsd', '--max-budget-usd'),
    maxTurns: positiveInteger(invocation, 'maxTurns', '--max-turns'),
    allowedTools: listOption(invocation, 'allowedTools'),
    conversation: continued(textOption(invocation, 'resume')),
  }
  const environment = Object.fromEntries(listOption(invocation, 'env').map(readVariable))
  const prompt = operand === '-' ? await readPrompt(context) : operand
  if (prompt.trim() === '') throw new UsageError('the prompt is empty')
  return { request: createAIRequest(prompt, withoutUndefined(options)), environment }
}

async function readPrompt({ stdin, stderr }: Context): Promise<string> {
  // Who forgot the pipe would wait for an answer that waits for the prompt.
  if (stdin.isTerminal) stderr.write('type the prompt, then Ctrl-D on a line of its own\n')
  return await stdin.text()
}

/** Nothing between the quotes is a variable that was not set, rarely what is meant. */
function writtenOption(invocation: Invocation, name: string, flag: string, what: string) {
  const text = textOption(invocation, name)
  if (text?.trim() === '') throw new UsageError(`${flag} is empty; write ${what}`)
  return text
}

function continued(sessionId: string | undefined) {
  return sessionId === undefined ? undefined : ({ kind: 'continued', sessionId } as const)
}

function readVariable(text: string): [string, string] {
  const equals = text.indexOf('=')
  if (equals < 1) throw new UsageError(`--env is "${text}"; write NAME=value`)
  return [text.slice(0, equals), text.slice(equals + 1)]
}

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

function withoutUndefined<T extends object>(record: T): Defined<T> {
  const entries = Object.entries(record).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Defined<T>
}
