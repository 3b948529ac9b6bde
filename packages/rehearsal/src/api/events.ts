import { assertNever } from '@agency/core'
import { type AnswerBlock, messageBody, type Usage } from './answer.ts'

/** The server-sent events of one message, in order, each complete with its blank line. */
export function messageEvents(id: string, content: readonly AnswerBlock[], usage: Usage): string[] {
  const { stop_reason, ...message } = messageBody(id, content, usage)
  return [
    event('message_start', {
      message: {
        ...message,
        content: [],
        stop_reason: null,
        usage: { ...usage, output_tokens: 1 },
      },
    }),
    event('ping', {}),
    ...content.flatMap(blockEvents),
    event('message_delta', { delta: { stop_reason, stop_sequence: null }, usage }),
    event('message_stop', {}),
  ]
}

function event(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`
}

function blockEvents(block: AnswerBlock, index: number): string[] {
  return [
    event('content_block_start', { index, content_block: emptyBlock(block) }),
    ...deltas(block).map((delta) => event('content_block_delta', { index, delta })),
    event('content_block_stop', { index }),
  ]
}

function emptyBlock(block: AnswerBlock): object {
  switch (block.type) {
    case 'thinking':
      return { type: 'thinking', thinking: '', signature: '' }
    case 'text':
      return { type: 'text', text: '' }
    case 'tool_use':
      return { ...block, input: {} }
    default:
      return assertNever(block)
  }
}

function deltas(block: AnswerBlock): object[] {
  switch (block.type) {
    case 'thinking':
      return [
        ...pieces(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: block.signature },
      ]
    case 'text':
      return pieces(block.text).map((text) => ({ type: 'text_delta', text }))
    case 'tool_use':
      return pieces(JSON.stringify(block.input)).map((partial_json) => ({
        type: 'input_json_delta',
        partial_json,
      }))
    default:
      return assertNever(block)
  }
}

/** Short pieces of whole characters; a long text takes at most 64 of them. */
function pieces(text: string): string[] {
  const characters = Array.from(text)
  const size = Math.max(12, Math.ceil(characters.length / 64))
  const count = Math.ceil(characters.length / size)
  return Array.from({ length: count }, (_, index) =>
    characters.slice(index * size, (index + 1) * size).join(''),
  )
}
