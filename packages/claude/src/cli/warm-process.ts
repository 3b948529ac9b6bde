import { randomUUID } from 'node:crypto'
import { realpathSync, statSync } from 'node:fs'
import type { CommandExecutor, CommandLine, RunningCommand } from './command-executor.ts'

/** A Claude that was started ahead of its prompt. It serves one conversation and no other. */
export interface WarmProcess {
  readonly sessionId: string
  readonly command: RunningCommand
  /** Resolves to true when it waits for its prompt, to false when it ended before. */
  readonly ready: Promise<boolean>
  isAlive(): boolean
  /** Whether it is just what starting this now would give: same program, options, place, environment. */
  matches(command: CommandLine): boolean
}

export function startWarmProcess(
  executor: CommandExecutor,
  command: CommandLine,
  sessionId: string,
): WarmProcess {
  const identity = identify(command)
  const running = executor.start({
    ...command,
    arguments: [...command.arguments, '--session-id', sessionId],
  })
  let alive = true
  void running.ended.then(() => {
    alive = false
  })
  const output = peekable(running.stdout)
  running.write(`${JSON.stringify(greeting())}\n`)
  return {
    sessionId,
    command: { ...running, stdout: output },
    ready: output.first,
    isAlive: () => alive,
    matches: (other) => identify(other) === identity,
  }
}

/** The answer to it tells that Claude has started up. */
function greeting() {
  return { type: 'control_request', request_id: randomUUID(), request: { subtype: 'initialize' } }
}

/** The prompt in the form that a warm process reads. */
export function promptMessage(prompt: string): string {
  return `${JSON.stringify({ type: 'user', message: { role: 'user', content: prompt } })}\n`
}

/** A program that was replaced since is another one, though its path is the same. */
function identify(command: CommandLine): string {
  const path = realpathSync(command.executable)
  const { ino, size, mtimeMs } = statSync(path)
  const environment = Object.entries(command.environment).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([
    path,
    ino,
    size,
    mtimeMs,
    command.arguments,
    command.workingDir,
    environment,
  ])
}

/** Reads ahead by one chunk, so that the first sign of life is seen before anybody reads. */
function peekable(
  stream: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> & { first: Promise<boolean> } {
  const iterator = stream[Symbol.asyncIterator]()
  const first = iterator.next()
  return {
    first: first.then(
      ({ done }) => done !== true,
      () => false,
    ),
    async *[Symbol.asyncIterator]() {
      for (let chunk = await first; chunk.done !== true; chunk = await iterator.next()) {
        yield chunk.value
      }
    },
  }
}
