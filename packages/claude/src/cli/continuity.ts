import type { AIRequest } from '@agency/core'
import type { AttemptRecord } from './attempt.ts'

export interface KnownConversation {
  readonly kind: 'new' | 'continued'
  readonly sessionId: string
}

/** Which conversation the next attempt of a run belongs to. */
export interface Continuity {
  current(): KnownConversation
  /** Learns from an attempt how to name the conversation; `misnamed` when it failed only for that. */
  learn(record: AttemptRecord): { readonly misnamed: boolean }
}

const alreadyInUse = /session id \S+ is already in use/i
const notFound = /no conversation found with session id/i

/** An attempt that got as far as to have a session is continued, not started over. */
export function createContinuity(request: AIRequest): Continuity {
  const asked = request.conversation
  let current: KnownConversation = {
    kind: asked?.kind ?? 'new',
    sessionId: asked?.sessionId ?? crypto.randomUUID(),
  }
  let attempts = 0
  return {
    current: () => current,
    learn(record) {
      attempts++
      if (record.sessionId !== undefined) {
        current = { kind: 'continued', sessionId: record.sessionId }
        return { misnamed: false }
      }
      // What the caller asked for is the caller's; what a retry made of it may be put right.
      if (attempts === 1 || record.result !== undefined) return { misnamed: false }
      const right = correctedKind(record.stderr)
      if (right === undefined || right === current.kind) return { misnamed: false }
      current = { kind: right, sessionId: current.sessionId }
      return { misnamed: true }
    },
  }
}

function correctedKind(stderr: string): 'new' | 'continued' | undefined {
  if (alreadyInUse.test(stderr)) return 'continued'
  return notFound.test(stderr) ? 'new' : undefined
}
