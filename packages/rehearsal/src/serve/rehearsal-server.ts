import { AgencyError, type Clock, systemClock } from '@agency/core'
import { atOnce, estimateTokens, rehearsalModel } from '../api/answer.ts'
import { conversationKeyOf } from '../api/conversation-key.ts'
import { type MessagesRequest, messagesRequestSchema } from '../api/request.ts'
import { createPlayer, type Played, type Player } from '../play/player.ts'
import type { Script } from '../script/schema.ts'
import { listen } from './listen.ts'
import { errorResponse, respond } from './respond.ts'

export interface RehearsalServerOptions {
  readonly script: Script
  /** 0, the default, takes any free port. */
  readonly port?: number
  readonly clock?: Clock
  /** Called once for every request, as soon as its answer is known. */
  readonly onRequest?: (request: RehearsalRequest) => void
}

/** One request and what became of it. */
export interface RehearsalRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  /** Who asked; absent for requests outside any conversation. */
  readonly conversation?: string
  readonly summary: string
}

export interface RehearsalServer extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly requests: readonly RehearsalRequest[]
}

/**
 * A Messages API on loopback that answers from a script. Whoever creates it disposes it. Throws an
 * AgencyError `port_in_use` when the port is taken.
 */
export function createRehearsalServer(options: RehearsalServerOptions): RehearsalServer {
  const player = createPlayer(options.script)
  const clock = options.clock ?? systemClock
  const requests: RehearsalRequest[] = []
  const stopping = new AbortController()

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const text = await request.text()
    const body = parseJson(text)
    const id = `req_rehearsal_${requests.length + 1}`
    const log = (summary: string, conversation?: string) => {
      const entry: RehearsalRequest = {
        method: request.method,
        path: pathname,
        headers: Object.fromEntries(request.headers),
        body,
        summary,
        ...(conversation === undefined ? {} : { conversation }),
      }
      requests.push(entry)
      options.onRequest?.(entry)
    }
    const refuse = (status: number, message: string) => {
      log(message)
      return errorResponse({ kind: 'error', status, message }, id)
    }

    switch (`${request.method} ${pathname}`) {
      case 'GET /':
      case 'HEAD /':
        log('health')
        return Response.json({ rehearsal: options.script.name })
      case 'GET /v1/models':
        log('models')
        return Response.json(modelList)
      case 'POST /v1/messages/count_tokens':
        log('count of tokens')
        return Response.json({ input_tokens: estimateTokens(body ?? '') })
      case 'POST /v1/messages': {
        const parsed = messagesRequestSchema.safeParse(body)
        if (!parsed.success) {
          const [issue] = parsed.error.issues
          return refuse(400, `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not valid'}`)
        }
        const { key, isClaudeCode } = conversationKeyOf(request.headers, parsed.data)
        const played = playOrChat(player, key, isClaudeCode, parsed.data)
        log(played.summary, key)
        return respond(played.answer, {
          requestId: id,
          stream: parsed.data.stream === true,
          clock,
          signal: AbortSignal.any([request.signal, stopping.signal]),
        })
      }
      default:
        return refuse(404, `the rehearsal server has no ${request.method} ${pathname}`)
    }
  }

  const server = listen(options.port ?? 0, async (request) => {
    const response = await answer(request)
    response.headers.set('x-agency-rehearsal', encodeURIComponent(options.script.name))
    return response
  })
  return {
    url: server.url,
    port: server.port,
    requests,
    async [Symbol.asyncDispose]() {
      stopping.abort(new AgencyError('stopped', 'the rehearsal server has stopped'))
      await server.stop()
    },
  }
}

/** Claude Code also asks for titles and the like, without tools: such requests are not of the script. */
function playOrChat(
  player: Player,
  key: string,
  isClaudeCode: boolean,
  request: MessagesRequest,
): Played {
  if (!isClaudeCode || (request.tools ?? []).length > 0) return player.play(key, request)
  const content = [{ type: 'text', text: 'Rehearsal' }] as const
  const usage = {
    input_tokens: 1,
    output_tokens: 1,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  }
  return {
    answer: { kind: 'message', content, usage, manner: atOnce },
    summary: 'a side question, outside the script',
  }
}

const modelList = {
  data: [
    {
      type: 'model',
      id: rehearsalModel,
      display_name: 'Rehearsal (no Claude, a script)',
      created_at: '2026-01-01T00:00:00Z',
    },
  ],
  has_more: false,
  first_id: rehearsalModel,
  last_id: rehearsalModel,
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
