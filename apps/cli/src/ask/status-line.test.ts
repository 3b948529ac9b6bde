import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTerminal } from '../frame/terminal.ts'
import { createStatusLine } from './status-line.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const erase = '\r\u001B[2K'

function create({ isTTY = true, columns = 40 } = {}) {
  let shown = ''
  const stream = {
    isTTY,
    columns,
    isBehind: false,
    write: (text: string) => {
      shown += text
    },
  }
  const status = createStatusLine(createTerminal(stream, { NO_COLOR: '1' }), () => '1.5s')
  const drawn = () => shown.split(erase).filter((line) => line !== '')
  return { status, stream, shown: () => shown, drawn, last: () => drawn().at(-1) ?? '' }
}

test('the line is drawn over in place, moves while nothing happens, and is gone at the end', () => {
  const { status, drawn, shown } = create()
  status.update('thinking')
  vi.advanceTimersByTime(200)
  const lines = drawn()
  expect(lines).toHaveLength(3)
  expect(new Set(lines).size).toBe(3)
  for (const line of lines) expect(line).toMatch(/^. thinking 1\.5s$/)
  status.clear()
  const end = shown()
  expect(end.endsWith(erase)).toBe(true)
  vi.advanceTimersByTime(1_000)
  expect(shown()).toBe(end)
})

test.each([
  'Write a.txt',
  'Bash echo a line that is much longer than the terminal is wide',
  'Write ドキュメント/日本語の名前がとても長いファイル.txt',
  'Bash echo 👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧',
])('it never breaks into a second line: %s', (text) => {
  const { status, last } = create()
  status.update(text)
  expect(Bun.stringWidth(last())).toBeLessThan(40)
  expect(last()).toContain(text.slice(0, 9))
  status.clear()
})

test('what is printed takes the place of the line and stays', () => {
  const { status, shown } = create()
  status.update('Write a.txt')
  status.print('✓ Write a.txt')
  expect(shown().endsWith(`${erase}✓ Write a.txt\n`)).toBe(true)
  status.clear()
})

test('a terminal that is behind is not drawn on', () => {
  const { status, stream, drawn } = create()
  stream.isBehind = true
  status.update('thinking')
  vi.advanceTimersByTime(500)
  expect(drawn()).toEqual([])
  status.clear()
})

test('where there is no terminal only what is printed comes out', () => {
  const { status, shown } = create({ isTTY: false })
  status.update('thinking')
  vi.advanceTimersByTime(500)
  status.print('✓ Write a.txt')
  status.clear()
  expect(shown()).toBe('✓ Write a.txt\n')
})
