import { realpathSync, statSync } from 'node:fs'
import type { CommandExecutor, CommandLine, RunningCommand } from './command-executor.ts'

/** A Claude that was started ahead of its prompt. It serves one conversation and no other. */
export interface WarmProcess {
  readonly command: RunningCommand
  /** Resolves to true when it waits for its prompt, to false when it ended before. */
  readonly ready: Promise<boolean>
  isAlive(): boolean
  /** Whether it is just what starting this now would give: same program, options, place, environment. */
  matches(command: CommandLine): boolean
  /** Ends it unused, also when it ended by itself: somebody has to close its output. */
  discard(): Promise<void>
}

export function startWarmProcess(executor: CommandExecutor, command: CommandLine): WarmProcess {
  const identity = identify(command)
  const running = executor.start({
    ...command,
    arguments: [...command.arguments, '--session-id', crypto.randomUUID()],
  })
  let alive = true
  void running.ended.then(() => {
    alive = false
  })
  const output = peekable(running.stdout)
  running.write(`${JSON.stringify(greeting())}\n`)
  return {
    command: { ...running, stdout: output },
    ready: output.first,
    isAlive: () => alive,
    matches: (other) => identify(other) === identity,
    async discard() {
      if (alive) await running.stop(0)
      await output.close()
    },
  }
}

/** The answer to it tells that Claude has started up. */
function greeting() {
  return {
    type: 'control_request',
    request_id: crypto.randomUUID(),
    request: { subtype: 'initialize' },
  }
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

interface Peekable extends AsyncIterable<Uint8Array> {
  readonly first: Promise<boolean>
  /** For an output that nobody reads; one that is read closes with its reader. */
  close(): Promise<void>
}

/** Reads ahead by one chunk, so that the first sign of life is seen before anybody reads. */
function peekable(stream: AsyncIterable<Uint8Array>): Peekable {
  const iterator = stream[Symbol.asyncIterator]()
  const first = iterator.next()
  const close = async () => {
    await iterator.return?.()
  }
  return {
    first: first.then(
      ({ done }) => done !== true,
      () => false,
    ),
    close,
    async *[Symbol.asyncIterator]() {
      try {
        for (let chunk = await first; chunk.done !== true; chunk = await iterator.next()) {
          yield chunk.value
        }
      } finally {
        await close()
      }
    },
  }
}
