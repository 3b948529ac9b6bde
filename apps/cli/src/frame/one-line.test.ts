import { expect, test } from 'vitest'
import { describeToolCall } from './describe-tool-call.ts'
import { cut, fit, oneLine } from './one-line.ts'

test('text from elsewhere cannot move the cursor, ring or begin a line', () => {
  expect(oneLine('a\u001B[2Jb\r\nc\u0007 \u009B d\u202Ee')).toBe('ab c de')
})

test('a cut text is as wide as it may be, wide characters and emoji counted as they are shown', () => {
  expect(cut('deliverable', 20)).toBe('deliverable')
  expect(cut('deliverable', 6)).toBe('deliv…')
  expect(cut('日本語の名前', 6)).toBe('日本…')
  expect(cut('👩‍👩‍👧👩‍👩‍👧 family', 4)).toBe('👩‍👩‍👧…')
  expect(cut('x', 0)).toBe('')
})

test('a fitted text has exactly the width', () => {
  for (const text of ['', 'a', '日本語', 'a longer text']) {
    expect(Bun.stringWidth(fit(text, 7))).toBe(7)
  }
})

test('a tool call is one line with what tells most', () => {
  expect(describeToolCall('Bash', { command: 'bun test\necho done' })).toBe('Bash bun test…')
  expect(describeToolCall('mcp__playwright__browser_click', { element: 'Send' })).toBe(
    'browser_click Send',
  )
  expect(
    describeToolCall('mcp__autonoe-deliverable__set_deliverable_status', {
      deliverableId: 'DL-002',
      passed: true,
    }),
  ).toBe('set_deliverable_status DL-002')
  const server = { command: 'node server.mjs', port: 3000 }
  expect(describeToolCall('mcp__autonoe-server__start_server', server)).toBe(
    'start_server node server.mjs',
  )
  expect(describeToolCall('mcp__autonoe-server__stop_server', { port: 3000 })).toBe(
    'stop_server 3000',
  )
  expect(
    Bun.stringWidth(describeToolCall('Bash', { command: `echo ${'日本語'.repeat(50)}` })),
  ).toBe('Bash '.length + 100)
  expect(describeToolCall('TodoWrite', { todos: [] })).toBe('TodoWrite')
  expect(describeToolCall('Bash', { command: '\u001B]0;title\u0007ls' })).toBe('Bash ls')
})
