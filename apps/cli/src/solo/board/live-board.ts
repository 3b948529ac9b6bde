import type { Clock } from '@agency/core'
import type { Terminal } from '../../frame/terminal.ts'
import { type BoardState, createBoardState, follow } from './board-state.ts'
import { describeEvent } from './describe-event.ts'
import { renderBoard } from './render-board.ts'
import { createScreen } from './screen.ts'
import { renderSummary } from './summary.ts'
import type { View } from './view.ts'

export interface LiveBoardOptions {
  readonly terminal: Terminal
  readonly clock: Clock
  readonly interrupted: AbortSignal
  readonly maxBudgetUsd?: number | undefined
}

const redrawMs = 100

/** On a terminal: what has happened scrolls by, what is happening stays below it, the end is a summary. */
export function createLiveBoard(options: LiveBoardOptions): View {
  const { terminal, clock, interrupted } = options
  const screen = createScreen(terminal)
  let state = createBoardState(clock.now(), options.maxBudgetUsd)
  const shown = (): BoardState =>
    interrupted.aborted ? { ...state, activity: { kind: 'stopping' } } : state
  const draw = () => screen.draw(renderBoard(shown(), screen.size, terminal, clock.now()))
  const timer = setInterval(draw, redrawMs)
  timer.unref()
  const stopping = () => {
    draw()
    // A second Ctrl-C ends the process without a word more.
    screen.showCursor()
  }
  interrupted.addEventListener('abort', stopping)
  const end = () => {
    clearInterval(timer)
    interrupted.removeEventListener('abort', stopping)
    screen.clear()
  }

  return {
    show(event) {
      const before = state
      state = follow(before, event, clock.now())
      if (event.type === 'run_ended') {
        end()
        terminal.write(renderSummary(event.result, state, terminal))
        return
      }
      const lines = isMilestone(event.type) ? describeEvent(event, before, state, terminal) : []
      if (lines.length > 0) screen.aside(() => terminal.writeProgress(`${lines.join('\n')}\n`))
      draw()
    },
    aside: (write) => screen.aside(write),
    [Symbol.dispose]: end,
  }
}

/** What stays on the terminal; the rest is seen on the board while it happens. */
function isMilestone(type: string): boolean {
  return type === 'gate' || type === 'session_ended'
}
