import type { Terminal } from '../../frame/terminal.ts'
import type { Size } from './paper.ts'

/** Lines at the bottom of a terminal that are drawn over in place; what is printed scrolls by above. */
export interface Screen {
  readonly size: Size
  draw(lines: readonly string[]): void
  /** Takes the lines away, lets the writing happen there, and draws them again below it. */
  aside(write: () => void): void
  showCursor(): void
  /** Takes the lines away for good. */
  clear(): void
}

export function createScreen(terminal: Terminal): Screen {
  let drawn: readonly string[] = []
  let columns = terminal.columns
  let hidden = false

  const size = () => ({
    columns: Math.max(1, terminal.columns - 1),
    rows: Math.max(terminal.rows - roomAbove, Math.min(terminal.rows - 1, fewestRows)),
  })
  /** A terminal that has become narrower has broken what was drawn into more lines. */
  const height = () =>
    drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil(Bun.stringWidth(line) / columns)), 0)
  const toTop = () => {
    columns = terminal.columns
    return up(height() - 1)
  }
  /** Line by line: some terminals keep a copy of a screen that is erased as a whole. */
  const erase = () => {
    if (drawn.length === 0) return ''
    const top = toTop()
    const rows = height()
    return `${top}${Array.from({ length: rows }, () => eraseLine).join('\r\n')}${up(rows - 1)}`
  }

  const draw = (lines: readonly string[]) => {
    if (terminal.isBehind) return
    const resized = terminal.columns !== columns
    if (!resized && same(lines, drawn)) return
    const start = resized ? erase() : drawn.length === 0 ? '' : toTop()
    const before = resized ? [] : drawn
    const body = lines.map((line, index) => (line === before[index] ? '' : line + eraseToEnd))
    const rest = before.length > lines.length ? eraseBelow : ''
    columns = terminal.columns
    const cursor = hidden ? '' : hideCursor
    hidden = true
    terminal.writeProgress(together(cursor + start + body.join('\r\n') + rest))
    drawn = lines
  }

  return {
    get size() {
      return size()
    },
    draw,
    aside(write) {
      const lines = drawn
      terminal.write(erase())
      drawn = []
      write()
      if (lines.length > 0) draw(lines)
    },
    showCursor() {
      if (hidden) terminal.write(showCursor)
    },
    clear() {
      terminal.write(erase() + (hidden ? showCursor : ''))
      drawn = []
      hidden = false
    },
  }
}

/** So that what was printed last can be seen, unless the lines themselves have too little room. */
const roomAbove = 6
const fewestRows = 9

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index])
}

const introducer = '\u001B['
const eraseToEnd = `${introducer}K`
const eraseLine = `${introducer}2K`
const eraseBelow = `${introducer}J`
const hideCursor = `${introducer}?25l`
const showCursor = `${introducer}?25h`

function up(rows: number): string {
  return rows > 0 ? `\r${introducer}${rows}A` : '\r'
}

/** Terminals that know it show all of this at once; the others ignore the frame. */
function together(text: string): string {
  return `${introducer}?2026h${text}${introducer}?2026l`
}
