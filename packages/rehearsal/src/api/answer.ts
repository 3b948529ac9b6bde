/** What the server does with a request, before it becomes HTTP. */
export type Answer =
  | {
      readonly kind: 'message'
      readonly content: readonly AnswerBlock[]
      readonly usage: Usage
      readonly manner: Manner
    }
  | {
      readonly kind: 'error'
      readonly status: number
      readonly message: string
      readonly retryAfterSeconds?: number
    }
  | { readonly kind: 'hang' }

export type AnswerBlock =
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'tool_use'
      readonly id: string
      readonly name: string
      readonly input: unknown
    }

/** How a message goes out: whole, or with a fault on the way. */
export type Manner =
  | { readonly kind: 'whole'; readonly delayMs: number; readonly chunkDelayMs: number }
  | { readonly kind: 'cut'; readonly inside: 'first block' | 'last block' }
  | { readonly kind: 'malformed' }

export interface Usage {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cache_creation_input_tokens: number
  readonly cache_read_input_tokens: number
}

export const atOnce: Manner = { kind: 'whole', delayMs: 0, chunkDelayMs: 0 }

/** How the server names itself wherever a model's name would stand. */
export const rehearsalModel = 'rehearsal'

/** The finished message, as an answer without streaming carries it. */
export function messageBody(id: string, content: readonly AnswerBlock[], usage: Usage) {
  return {
    id,
    type: 'message',
    role: 'assistant',
    model: rehearsalModel,
    content,
    stop_reason: content.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage,
  }
}

/** A token is about four characters; close enough for a meter to move. */
export function estimateTokens(value: unknown): number {
  return Math.max(1, Math.ceil(JSON.stringify(value).length / 4))
}
