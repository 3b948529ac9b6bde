import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { MessagesRequest } from './request.ts'
import { firstPrompt, workingDirectoryOf } from './situation.ts'

export interface RequestOrigin {
  readonly key: string
  /** Claude Code asks for titles and the like between the turns: no part of the conversation. */
  readonly isSideRequest: boolean
}

/** Tells conversations apart: by the session (and sub-agent) that Claude Code names, else by how they began. */
export function conversationOf(headers: Headers, request: MessagesRequest): RequestOrigin {
  const session = headers.get('x-claude-code-session-id') ?? sessionInMetadata(request)
  if (session === undefined) {
    return { key: fingerprint(firstPrompt(request.messages)), isSideRequest: false }
  }
  const agent = headers.get('x-claude-code-agent-id')
  const hasTools = (request.tools ?? []).length > 0
  return {
    key: agent ? `${session}/${agent}` : session,
    // A conversation may have no tools at all (--tools ""), but it always knows where it is.
    isSideRequest: !hasTools && workingDirectoryOf(request) === undefined,
  }
}

function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
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
