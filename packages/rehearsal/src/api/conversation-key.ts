import { z } from 'zod'
import type { MessagesRequest } from './request.ts'
import { firstPrompt } from './situation.ts'

export interface ConversationKey {
  readonly key: string
  /** Claude Code names its session; any other client of the API does not. */
  readonly isClaudeCode: boolean
}

/** Tells conversations apart: by the session that Claude Code names, else by how they began. */
export function conversationKeyOf(headers: Headers, request: MessagesRequest): ConversationKey {
  const session = headers.get('x-claude-code-session-id') ?? sessionInMetadata(request)
  if (session === undefined) {
    return { key: `prompt:${firstPrompt(request.messages)}`, isClaudeCode: false }
  }
  const agent = headers.get('x-claude-code-agent-id')
  return { key: agent ? `${session}/${agent}` : session, isClaudeCode: true }
}

function sessionInMetadata(request: MessagesRequest): string | undefined {
  const userId = request.metadata?.user_id
  if (!userId) return undefined
  try {
    return identity.safeParse(JSON.parse(userId)).data?.session_id
  } catch {
    return /_session_([0-9a-f-]{36})$/.exec(userId)?.[1]
  }
}

const identity = z.looseObject({ session_id: z.string().min(1) })
