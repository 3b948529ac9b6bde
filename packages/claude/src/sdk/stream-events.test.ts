import { verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import { toStreamEvent, toStreamEvents } from './stream-events.ts'

const assistant = (...content: unknown[]) => ({
  type: 'assistant',
  message: { role: 'assistant', model: 'claude-sonnet', content },
})

verifies(['SC-AC003', 'AUT-001'], 'a text block is the text of the agent', () => {
  expect(toStreamEvent({ type: 'text', text: 'I begin.' })).toEqual({
    type: 'agent_text',
    text: 'I begin.',
  })
})

verifies('SC-AC004', 'a tool_use block keeps its name and input', () => {
  const input = { file_path: 'a.txt', content: 'x' }
  expect(toStreamEvent({ type: 'tool_use', id: 'toolu_1', name: 'Write', input })).toEqual({
    type: 'tool_invocation',
    name: 'Write',
    input,
  })
})

verifies(['SC-AC005', 'AUT-002'], 'a tool_result block keeps the id of its call', () => {
  const block = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'ok' }
  expect(toStreamEvent(block)).toEqual({
    type: 'tool_response',
    toolUseId: 'toolu_1',
    content: 'ok',
    isError: false,
  })
})

verifies('AUT-002', 'structured output is flattened to text, and a failure is told', () => {
  const content = [
    { type: 'text', text: 'one ' },
    { type: 'image', source: {} },
    { type: 'text', text: 'two' },
  ]
  const block = { type: 'tool_result', tool_use_id: 't', content, is_error: true }
  expect(toStreamEvent(block)).toMatchObject({ content: 'one two', isError: true })
  expect(toStreamEvent({ type: 'tool_result', tool_use_id: 't' })).toMatchObject({ content: '' })
})

verifies('SC-AC011', 'a message gives one event per block, one after the other', () => {
  const events = toStreamEvents(
    assistant(
      { type: 'text', text: 'a' },
      { type: 'tool_use', id: '1', name: 'Read', input: {} },
      { type: 'text', text: 'b' },
    ),
  )
  expect(events.next().value).toMatchObject({ type: 'agent_text', text: 'a' })
  expect(events.next().value).toMatchObject({ type: 'tool_invocation', name: 'Read' })
  expect(events.next().value).toMatchObject({ type: 'agent_text', text: 'b' })
  expect(events.next().done).toBe(true)
})

test('what agency does not know is no event and does no harm', () => {
  const strange = [
    undefined,
    null,
    'text',
    { type: 'assistant' },
    { type: 'assistant', message: { content: 'no list' } },
    { type: 'system', subtype: 'something_new', message: { content: [] } },
    { type: 'invented_tomorrow', message: { content: [{ type: 'text', text: 'x' }] } },
    assistant({ type: 'thinking', thinking: 'hm' }, { type: 'invented' }, null, 7),
  ]
  expect(strange.flatMap((message) => [...toStreamEvents(message)])).toEqual([])
})

test('words that no model wrote, and prompts, are not the text of the agent', () => {
  const content = [{ type: 'text', text: 'API Error' }]
  const synthetic = { type: 'assistant', message: { model: '<synthetic>', content } }
  const prompt = { type: 'user', message: { role: 'user', content } }
  expect([...toStreamEvents(synthetic), ...toStreamEvents(prompt)]).toEqual([])
})
