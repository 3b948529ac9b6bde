import type { StreamEvent } from '@agency/core'
import { contentText, isRecord, recordsIn, textIn } from '../stream/json.ts'
import { synthetic } from '../stream/translate-message.ts'

/** The events of one SDK message, one per content block. What agency does not know is no event. */
export function* toStreamEvents(message: unknown): Generator<StreamEvent> {
  if (!isRecord(message) || !isRecord(message['message'])) return
  if (message['type'] !== 'assistant' && message['type'] !== 'user') return
  const body = message['message']
  // The claude executable's own words about limits and errors come again in the result.
  if (body['model'] === synthetic) return
  const speaker = message['type']
  for (const block of recordsIn(body, 'content')) {
    const event = toStreamEvent(block)
    if (event === undefined || (speaker === 'user' && event.type !== 'tool_response')) continue
    yield event
  }
}

/** One content block as an event; undefined for a block that is none, such as thinking. */
export function toStreamEvent(block: unknown): StreamEvent | undefined {
  if (!isRecord(block)) return undefined
  switch (block['type']) {
    case 'text':
      return { type: 'agent_text', text: textIn(block, 'text') }
    case 'tool_use':
      return {
        type: 'tool_invocation',
        name: textIn(block, 'name'),
        input: isRecord(block['input']) ? block['input'] : {},
      }
    case 'tool_result':
      return {
        type: 'tool_response',
        toolUseId: textIn(block, 'tool_use_id'),
        content: contentText(block['content']),
        isError: block['is_error'] === true,
      }
    default:
      return undefined
  }
}
