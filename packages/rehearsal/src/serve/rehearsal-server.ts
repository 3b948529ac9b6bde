import { type Clock, systemClock } from '@agency/core'
import { atOnce, estimateTokens, rehearsalModel } from '../api/answer.ts'
import { conversationOf } from '../api/conversation.ts'
import { type MessagesRequest, messagesRequestSchema } from '../api/request.ts'
import { createPlayer, type Played } from '../play/player.ts'
import type { Script } from '../script/schema.ts'
import {
  type ApiServerOptions,
  createApiServer,
  type Incoming,
  type RehearsalServer,
} from './api-server.ts'
import { errorResponse, respond } from './respond.ts'

export interface RehearsalServerOptions extends ApiServerOptions {
  readonly script: Script
  readonly clock?: Clock
}

/** A Messages API on loopback that answers from a script. Throws `port_in_use` when the port is taken. */
export function createRehearsalServer(options: RehearsalServerOptions): RehearsalServer {
  const { script, clock = systemClock } = options
  const player = createPlayer(script)

  function play(incoming: Incoming): Promise<Response> | Response {
    const parsed = messagesRequestSchema.safeParse(incoming.body)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      const place = issue?.path.join('.') || 'body'
      return refuse(incoming, 400, `${place}: ${issue?.message ?? 'not valid'}`)
    }
    const { key, isSideRequest } = conversationOf(incoming.request.headers, parsed.data)
    const played = isSideRequest ? smallTalk(parsed.data) : player.play(key, parsed.data)
    incoming.log(played.summary, key)
    return respond(played.answer, {
      requestId: incoming.id,
      stream: parsed.data.stream === true,
      clock,
      signal: incoming.signal,
    })
  }

  return createApiServer(script.name, options, async (incoming) => {
    switch (`${incoming.request.method} ${incoming.path}`) {
      case 'GET /v1/models':
        incoming.log('models')
        return Response.json(modelList)
      case 'POST /v1/messages/count_tokens':
        incoming.log('count of tokens')
        return Response.json({ input_tokens: estimateTokens(incoming.body ?? '') })
      case 'POST /v1/messages':
        return play(incoming)
      default: {
        const { method } = incoming.request
        return refuse(incoming, 404, `the rehearsal server has no ${method} ${incoming.path}`)
      }
    }
  })
}

function refuse(incoming: Incoming, status: number, message: string): Response {
  incoming.log(message)
  return errorResponse({ kind: 'error', status, message }, incoming.id)
}

/** Titles, topics and the like: any short text will do, and the script does not move. */
function smallTalk(request: MessagesRequest): Played {
  const content = [{ type: 'text', text: 'Rehearsal' }] as const
  const usage = {
    input_tokens: estimateTokens(request.messages),
    output_tokens: estimateTokens(content),
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
