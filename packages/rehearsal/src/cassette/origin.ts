import { conversationOf } from '../api/conversation.ts'
import { messagesRequestSchema } from '../api/request.ts'
import { workingDirectoryOf } from '../api/situation.ts'
import type { Incoming } from '../serve/api-server.ts'

export interface Origin {
  /** What orders the exchange: a conversation, or the path of a request outside any. */
  readonly conversation: string
  readonly speaker: string | undefined
  /** Not a turn of the conversation: its order means nothing. */
  readonly side: boolean
  readonly cwd: string | undefined
}

export function originOf({ body, path, request }: Incoming): Origin {
  const parsed = messagesRequestSchema.safeParse(body)
  if (!parsed.success) return { conversation: path, speaker: undefined, side: true, cwd: undefined }
  const { key, isSideRequest } = conversationOf(request.headers, parsed.data)
  const side = isSideRequest || path !== '/v1/messages'
  return { conversation: key, speaker: key, side, cwd: workingDirectoryOf(parsed.data) }
}
