import { cut } from '../frame/one-line.ts'
import { paint, type Terminal } from '../frame/terminal.ts'

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const frameMs = 100
const eraseLine = '\r\u001B[2K'

/** One line at the bottom that lives; what is printed scrolls by above it. */
export interface StatusLine {
  update(text: string): void
  print(text: string): void
  clear(): void
}

/** Where there is no terminal there is no status line; only what is printed comes out. */
export function createStatusLine(terminal: Terminal, elapsed: () => string): StatusLine {
  if (!terminal.isTerminal) {
    return { update() {}, print: (text) => terminal.writeProgress(`${text}\n`), clear() {} }
  }
  let frame = 0
  let current = ''
  const draw = () => {
    if (terminal.isBehind) return
    frame = (frame + 1) % frames.length
    const time = elapsed()
    const text = cut(current, terminal.columns - Bun.stringWidth(time) - 4)
    terminal.writeProgress(
      `${eraseLine}${paint(terminal, 'cyan', frames[frame] ?? '')} ${text} ${paint(terminal, 'dim', time)}`,
    )
  }
  const timer = setInterval(draw, frameMs)
  timer.unref()
  return {
    update(text) {
      current = text
      draw()
    },
    print: (text) => terminal.writeProgress(`${eraseLine}${text}\n`),
    clear() {
      clearInterval(timer)
      terminal.write(eraseLine)
    },
  }
}
