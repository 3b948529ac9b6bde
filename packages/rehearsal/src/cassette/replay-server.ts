import { redactSecrets } from '@agency/core'
import { conversationOf } from '../api/conversation.ts'
import { refusedStatus } from '../api/error-body.ts'
import { messagesRequestSchema } from '../api/request.ts'
import { workingDirectoryOf } from '../api/situation.ts'
import {
  type ApiServerOptions,
  createApiServer,
  type Incoming,
  type RehearsalServer,
} from '../serve/api-server.ts'
import { errorResponse } from '../serve/respond.ts'
import { comparable } from './comparable.ts'
import type { Exchange } from './exchange.ts'
import { firstDifference } from './first-difference.ts'
import { retell } from './retell.ts'
import { secretsIn } from './secrets.ts'

export interface ReplayServerOptions extends ApiServerOptions {
  /** For messages. */
  readonly name: string
  readonly exchanges: readonly Exchange[]
}

/** Answers from a recording, in its order, as long as the requests are those of the recording. */
export function createReplayServer(options: ReplayServerOptions): RehearsalServer {
  const { name } = options
  const unclaimed = groupByConversation(options.exchanges)
  const claimed = new Map<string, Exchange[]>()

  /** A new conversation takes the recorded one that began the same way, else the next one. */
  function queueFor(key: string, body: unknown): Exchange[] {
    const known = claimed.get(key)
    if (known) return known
    const side = key.endsWith(sideMark)
    const open = unclaimed.filter((queue) => queue[0]?.side === side)
    const alike = open.find((queue) => difference(queue[0], body) === undefined)
    const queue = alike ?? open[0] ?? []
    if (unclaimed.includes(queue)) unclaimed.splice(unclaimed.indexOf(queue), 1)
    claimed.set(key, queue)
    return queue
  }

  return createApiServer(name, options, async (incoming) => {
    const refuse = (message: string, key?: string) => {
      incoming.log(message, key)
      return errorResponse({ kind: 'error', status: refusedStatus, message }, incoming.id)
    }
    const body = withoutSecrets(incoming)
    const { key, cwd } = whoAsks(incoming)
    const queue = queueFor(key, body)
    const [exchange] = queue
    if (exchange === undefined) {
      return refuse(`rehearsal cassette "${name}" is used up: nothing more is recorded here`, key)
    }
    const found = difference(exchange, body)
    if (found) {
      const { path, recorded, got } = found
      const number = options.exchanges.indexOf(exchange) + 1
      return refuse(
        `rehearsal cassette "${name}", line ${number}: the request differs at ${path}: recorded ${recorded}, got ${got}`,
        key,
      )
    }
    queue.shift()
    incoming.log(`line ${options.exchanges.indexOf(exchange) + 1} of the recording`, key)
    return answerAgain(exchange, cwd)
  })
}

const sideMark = ' (side)'

function groupByConversation(exchanges: readonly Exchange[]): Exchange[][] {
  const groups = new Map<string, Exchange[]>()
  for (const exchange of exchanges) {
    const key = `${exchange.conversation}${exchange.side ? sideMark : ''}`
    groups.set(key, [...(groups.get(key) ?? []), exchange])
  }
  return [...groups.values()]
}

function whoAsks(incoming: Incoming): { key: string; cwd: string | undefined } {
  const parsed = messagesRequestSchema.safeParse(incoming.body)
  if (!parsed.success) return { key: `${incoming.path}${sideMark}`, cwd: undefined }
  const origin = conversationOf(incoming.request.headers, parsed.data)
  const key = `${origin.key}${origin.isSideRequest ? sideMark : ''}`
  return { key, cwd: workingDirectoryOf(parsed.data) }
}

/** The recording was redacted, so what is compared with it has to be. */
function withoutSecrets(incoming: Incoming): unknown {
  if (incoming.body === undefined) return undefined
  const secrets = secretsIn(incoming.request.headers)
  return JSON.parse(redactSecrets(JSON.stringify(incoming.body), secrets))
}

function difference(exchange: Exchange | undefined, body: unknown) {
  return firstDifference(comparable(exchange?.request.body), comparable(body))
}

function answerAgain(exchange: Exchange, cwd: string | undefined): Response {
  const recorded = messagesRequestSchema.safeParse(exchange.request.body)
  const recordedCwd = recorded.success ? workingDirectoryOf(recorded.data) : undefined
  const { status, headers, body, cut } = exchange.response
  const text = retell(body, { recordedCwd, cwd })
  if (!cut) return new Response(text, { status, headers })
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
    pull: async (controller) => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      controller.error(new Error('cut, as recorded'))
    },
  })
  return new Response(broken, { status, headers })
}
