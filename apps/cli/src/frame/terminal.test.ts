import { verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import { createTerminal, paint } from './terminal.ts'

const write = () => undefined

verifies('CLI-006', 'there is colour on a terminal alone, and NO_COLOR takes it away', () => {
  const onTerminal = (environment: Record<string, string>) =>
    paint(createTerminal({ isTTY: true, write }, environment), 'red', 'x')
  expect(onTerminal({ TERM: 'xterm' })).toBe('\u001B[31mx\u001B[0m')
  expect(onTerminal({ TERM: 'xterm', NO_COLOR: '1' })).toBe('x')
  expect(onTerminal({ TERM: 'xterm', NO_COLOR: '' })).toBe('\u001B[31mx\u001B[0m')
  expect(onTerminal({ TERM: 'dumb' })).toBe('x')
  expect(paint(createTerminal({ write }, { TERM: 'xterm' }), 'red', 'x')).toBe('x')
})

test('the width follows the terminal, and is 80 where there is none', () => {
  const stream = { isTTY: true, columns: 100, write }
  const terminal = createTerminal(stream, {})
  stream.columns = 60
  expect(terminal.columns).toBe(60)
  expect(createTerminal({ write }, {}).columns).toBe(80)
})

test('a terminal that does not know its size is taken for 80 columns and 24 rows', () => {
  for (const unknown of [0, undefined]) {
    const stream = { isTTY: true, columns: unknown, rows: unknown, write }
    expect(createTerminal(stream, {})).toMatchObject({ columns: 80, rows: 24 })
  }
})
