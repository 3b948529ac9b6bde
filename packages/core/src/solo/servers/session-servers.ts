import { errorMessage } from '../../error-message.ts'
import { createQueue } from '../../serial-queue.ts'
import { failure, success, type ToolResult } from '../tool-result.ts'
import { describeExit, describeFailedStart, withLog } from './describe-server.ts'
import type { RunningServer, ServerPorts, ServerRequest } from './ports.ts'

/**
 * What an agent may do to the servers of its session. An answer never rejects: a failure is a
 * result. Disposing it ends them all, and whatever is being started.
 */
export interface SessionServers extends AsyncDisposable {
  /** Answers when the server listens, or why it does not. */
  start(input: ServerRequest): Promise<ToolResult>
  stop(input: ServerName): Promise<ToolResult>
  readLog(input: ServerName): Promise<ToolResult>
}

/** A server is known by its port. */
export type ServerName = Pick<ServerRequest, 'port'>

export const mostServers = 5
const defaultPatienceMs = 30_000

/** Every operation waits for the one before it, so that no two can take the same port. */
export function createSessionServers(ports: ServerPorts): SessionServers {
  const { judge, startServer, patienceMs = defaultPatienceMs } = ports
  const enqueue = createQueue()
  const over = new AbortController()
  const servers = new Map<number, { readonly command: string; readonly run: RunningServer }>()

  const answer = (operation: () => Promise<ToolResult>): Promise<ToolResult> =>
    enqueue(async () => {
      if (over.signal.aborted) return interrupted
      return await operation()
    }).catch((error: unknown) =>
      over.signal.aborted ? interrupted : failure('SERVER_FAILED', errorMessage(error)),
    )

  /** Why it cannot be started, or that it runs already; nothing when it is to be started. */
  function settle({ command, port }: ServerRequest): ToolResult | undefined {
    const mistake = findMistake({ command, port })
    if (mistake !== undefined) return mistake
    const judgement = judge(command)
    if (judgement.decision === 'deny') {
      return failure(
        'NOT_ALLOWED',
        `\`${command}\` was not started, the policy denies it: ${judgement.reason}`,
      )
    }
    const running = [...servers].filter(([, { run }]) => run.exit() === undefined)
    const there = running.find(([taken]) => taken === port)?.[1]
    if (there?.command === command) return success(`\`${command}\` runs already, at ${url(port)}`)
    if (there !== undefined) {
      return failure(
        'ALREADY_EXISTS',
        `\`${there.command}\` runs on port ${port}; stop it first with stop_server.`,
      )
    }
    return running.length < mostServers
      ? undefined
      : failure(
          'TOO_MANY',
          `${mostServers} servers run already, on ports ${running.map(([taken]) => taken).join(', ')}; stop one first.`,
        )
  }

  return {
    start: ({ command, port }) =>
      answer(async () => {
        const settled = settle({ command, port })
        if (settled !== undefined) return settled
        const start = await startServer({ command, port }, { patienceMs, signal: over.signal })
        if (start.outcome !== 'listening') {
          return failure('SERVER_FAILED', describeFailedStart(command, port, start, patienceMs))
        }
        servers.set(port, { command, run: start.server })
        return success(withLog(`\`${command}\` listens at ${url(port)}`, start.server.log()))
      }),

    stop: ({ port }) =>
      answer(async () => {
        const server = servers.get(port)
        if (server === undefined) return notFound(port)
        const exit = server.run.exit()
        await server.run[Symbol.asyncDispose]()
        servers.delete(port)
        return success(
          exit === undefined
            ? `\`${server.command}\` on port ${port} was stopped.`
            : `\`${server.command}\` on port ${port} ${describeExit(exit)} before it was stopped.`,
        )
      }),

    readLog: ({ port }) =>
      answer(async () => {
        const server = servers.get(port)
        if (server === undefined) return notFound(port)
        const exit = server.run.exit()
        const state = exit === undefined ? 'is running' : describeExit(exit)
        return success(withLog(`\`${server.command}\` on port ${port} ${state}`, server.run.log()))
      }),

    async [Symbol.asyncDispose]() {
      over.abort(new Error('the session is over'))
      await enqueue(async () => {
        const ended = [...servers.values()].map(({ run }) => run[Symbol.asyncDispose]())
        servers.clear()
        // One that fails to end must not keep anybody from waiting for the others.
        const failed = (await Promise.allSettled(ended)).find(({ status }) => status === 'rejected')
        if (failed?.status === 'rejected') throw failed.reason
      })
    },
  }
}

const interrupted = failure('INTERRUPTED', 'The session is over; its servers are stopped.')

function findMistake({ command, port }: ServerRequest): ToolResult | undefined {
  if (command.trim() === '') return failure('INVALID_INPUT', 'The command is empty.')
  if (!Number.isInteger(port) || port < 1024 || port > 65_535) {
    return failure(
      'INVALID_INPUT',
      `${port} is no port for a server; choose one from 1024 to 65535.`,
    )
  }
  return undefined
}

function notFound(port: number): ToolResult {
  return failure('NOT_FOUND', `No server was started on port ${port}.`)
}

function url(port: number): string {
  return `http://localhost:${port}/`
}
