import { expect, test } from 'vitest'
import { createTerminal } from '../../frame/terminal.ts'
import { createScreen } from './screen.ts'

const pieces = new RegExp(`${String.fromCharCode(27)}\\[(\\??\\d*)([A-Za-z])|[\\s\\S]`, 'g')

/** As much of a terminal as the screen uses; lines never wrap. */
function emulate(columns = 80) {
  const lines: string[] = ['']
  let row = 0
  let column = 0
  let cursor = true
  let written = 0
  const put = (character: string) => {
    const line = (lines[row] ?? '').padEnd(column)
    lines[row] = line.slice(0, column) + character + line.slice(column + 1)
    column += 1
  }
  const obey = (count: string, letter: string) => {
    if (letter === 'A') row = Math.max(0, row - Number(count))
    if (letter === 'K') lines[row] = count === '2' ? '' : (lines[row] ?? '').slice(0, column)
    if (letter === 'J') lines.splice(row, lines.length, (lines[row] ?? '').slice(0, column))
    if (count === '?25') cursor = letter === 'h'
  }
  const stream = {
    isTTY: true,
    isBehind: false,
    columns,
    rows: 24,
    write(text: string) {
      written += text.length
      for (const [part, count = '', letter = ''] of text.matchAll(pieces)) {
        if (letter !== '') obey(count, letter)
        else if (part === '\r') column = 0
        else if (part === '\n') {
          row += 1
          column = 0
          lines[row] ??= ''
        } else put(part)
      }
    },
  }
  return {
    stream,
    screen: createScreen(createTerminal(stream, {})),
    shown: () => lines.map((line) => line.trimEnd()),
    cursor: () => cursor,
    written: () => written,
  }
}

test('lines are drawn over in place, however their number changes', () => {
  const { screen, shown } = emulate()
  screen.draw(['one', 'two', 'three'])
  screen.draw(['one', '2'])
  expect(shown()).toEqual(['one', '2'])
  screen.draw(['1', '2', 'drei', 'vier'])
  expect(shown()).toEqual(['1', '2', 'drei', 'vier'])
})

test('a terminal that is behind is drawn on when it has caught up, and then whole', () => {
  const { screen, stream, shown } = emulate()
  screen.draw(['one', 'two'])
  stream.isBehind = true
  screen.draw(['1', 'two'])
  screen.aside(() => stream.write('printed\n'))
  screen.draw(['1', '2'])
  expect(shown()).toEqual(['printed', ''])
  stream.isBehind = false
  screen.draw(['1', '2', '3'])
  expect(shown()).toEqual(['printed', '1', '2', '3'])
})

test('what is printed stays above, the lines come back below it', () => {
  const { screen, shown, stream } = emulate()
  screen.draw(['head', 'foot'])
  screen.aside(() => stream.write('a message\n'))
  screen.draw(['head', 'FOOT'])
  screen.aside(() => stream.write('another\n'))
  expect(shown()).toEqual(['a message', 'another', 'head', 'FOOT'])
})

test('what has not changed is not written again', () => {
  const { screen, written } = emulate()
  screen.draw(['a very long line that stays', 'x'])
  const before = written()
  screen.draw(['a very long line that stays', 'x'])
  expect(written()).toBe(before)
  screen.draw(['a very long line that stays', 'y'])
  expect(written() - before).toBeLessThan(40)
})

test('a terminal that became narrower is cleared of what it has wrapped', () => {
  const { screen, stream } = emulate(80)
  const written: string[] = []
  screen.draw(['x'.repeat(70), 'y'.repeat(30)])
  stream.columns = 40
  stream.write = (text) => void written.push(text)
  screen.draw(['short'])
  // Two lines for the first, one for the second: two up from the last.
  expect(written.join('')).toMatch(/\[2A.\[2K\r\n.\[2K\r\n.\[2K\r.\[2Ashort/)
})

test('the cursor is hidden while lines are drawn, and there again afterwards', () => {
  const { screen, shown, cursor } = emulate()
  expect(cursor()).toBe(true)
  screen.draw(['head'])
  expect(cursor()).toBe(false)
  screen.clear()
  expect(cursor()).toBe(true)
  expect(shown().join('')).toBe('')
})

test.each([
  [50, 44],
  [24, 18],
  [12, 9],
  [6, 5],
])('of %i rows the lines may take %i', (rows, most) => {
  const terminal = createTerminal({ isTTY: true, rows, columns: 40, write() {} }, {})
  expect(createScreen(terminal).size).toEqual({ columns: 39, rows: most })
})
