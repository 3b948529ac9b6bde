import { expect, test } from 'vitest'
import { translateMessage } from './translate-message.ts'

const assistant = (content: unknown, model = 'm') => ({
  type: 'assistant',
  message: { model, content },
})

test('each block of an assistant message is an event', () => {
  const message = assistant([
    { type: 'thinking', thinking: 'hm' },
    { type: 'text', text: 'I write it.' },
    { type: 'tool_use', id: 't1', name: 'Write', input: { file_path: 'a' } },
    { type: 'from_the_future' },
  ])
  expect(translateMessage(message)).toEqual([
    { type: 'thinking', text: 'hm' },
    { type: 'text', text: 'I write it.', model: 'm' },
    { type: 'tool-call', id: 't1', name: 'Write', model: 'm', input: { file_path: 'a' } },
  ])
})

test('a tool result is read from text or from blocks', () => {
  const user = (content: unknown) => ({
    type: 'user',
    message: { content: [{ type: 'tool_result', tool_use_id: 't1', content, is_error: true }] },
  })
  const event = { type: 'tool-result', id: 't1', isError: true }
  expect(translateMessage(user('no'))).toEqual([{ ...event, text: 'no' }])
  const blocks = [{ type: 'text', text: 'n' }, { type: 'image' }, { type: 'text', text: 'o' }]
  expect(translateMessage(user(blocks))).toEqual([{ ...event, text: 'no' }])
  expect(translateMessage(user(undefined))).toEqual([{ ...event, text: '' }])
})

test('what Claude Code writes in the name of no model is no answer', () => {
  expect(translateMessage(assistant([{ type: 'text', text: 'x' }], '<synthetic>'))).toEqual([])
})

test('unknown or broken messages are no events', () => {
  const broken = [
    ...[undefined, null, 1, 'x', [], {}, { type: 'system' }, { type: 'system', subtype: 'new' }],
    ...[{ type: 'assistant' }, { type: 'assistant', message: { content: 'x' } }, { type: 'user' }],
    ...[assistant([{ type: 'tool_use' }]).type, { type: 'rate_limit_event' }],
    { type: 'rate_limit_event', rate_limit_info: { status: 'allowed', resetsAt: 5 } },
  ]
  for (const message of broken) expect(translateMessage(message)).toEqual([])
})
