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
import { type Origin, originOf } from './origin.ts'
import { retell } from './retell.ts'
import { withoutSecrets } from './secrets.ts'

export interface ReplayServerOptions extends ApiServerOptions {
  /** For messages. */
  readonly name: string
  readonly exchanges: readonly Exchange[]
}

/** Answers from a recording, in its order, as long as the requests are those of the recording. */
export function createReplayServer(options: ReplayServerOptions): RehearsalServer {
  const { name, exchanges } = options
  const sides = exchanges.filter((exchange) => exchange.side)
  const unclaimed = groupByConversation(exchanges.filter((exchange) => !exchange.side))
  const claimed = new Map<string, Exchange[]>()

  /**
   * A new conversation takes the recorded one that began the same way. Where none did, the next one
   * shows what it would have been, and stays there for whoever begins as it does.
   */
  function claim(conversation: string, body: unknown): Exchange[] {
    const known = claimed.get(conversation)
    if (known) return known
    const alike = unclaimed.findIndex(([first]) => difference(first, body) === undefined)
    if (alike === -1) return unclaimed[0] ?? []
    const [queue = []] = unclaimed.splice(alike, 1)
    claimed.set(conversation, queue)
    return queue
  }

  /** The exchanges that may answer: the turns of a conversation in order, side requests in any. */
  function candidates({ side, conversation }: Origin, path: string, body: unknown): Exchange[] {
    if (!side) return claim(conversation, body)
    const same = sides.findIndex(
      (exchange) => exchange.request.path === path && difference(exchange, body) === undefined,
    )
    return same === -1 ? [] : sides.splice(same, 1)
  }

  function whyNothing({ side, conversation }: Origin): string {
    if (side) return 'no further request of this kind is recorded'
    if (claimed.has(conversation)) return 'nothing more is recorded of this conversation'
    return 'each recorded conversation plays once; start the replay again to play it again'
  }

  return createApiServer(name, options, async (incoming) => {
    const origin = originOf(incoming)
    const refuse = (problem: string) => {
      const message = `rehearsal cassette "${name}"${problem}`
      incoming.log(message, origin.speaker)
      return errorResponse({ kind: 'error', status: refusedStatus, message }, incoming.id)
    }
    const body = redactedBody(incoming)
    const queue = candidates(origin, incoming.path, body)
    const [exchange] = queue
    if (exchange === undefined) return refuse(` is used up: ${whyNothing(origin)}`)
    const line = exchanges.indexOf(exchange) + 1
    const found = difference(exchange, body)
    if (found) {
      const { path, recorded, got } = found
      return refuse(
        `, line ${line}: the request differs at ${path}: recorded ${recorded}, got ${got}`,
      )
    }
    queue.shift()
    incoming.log(`line ${line} of the recording`, origin.speaker)
    return answerAgain(exchange, origin.cwd)
  })
}

function groupByConversation(exchanges: readonly Exchange[]): Exchange[][] {
  return [...Map.groupBy(exchanges, ({ conversation }) => conversation).values()]
}

/** The recording was redacted, so what is compared with it has to be. */
function redactedBody(incoming: Incoming): unknown {
  if (incoming.body === undefined) return undefined
  return JSON.parse(withoutSecrets(JSON.stringify(incoming.body), incoming.request.headers))
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
