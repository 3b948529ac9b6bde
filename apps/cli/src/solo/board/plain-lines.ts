import type { Clock } from '@agency/core'
import type { Terminal } from '../../frame/terminal.ts'
import { createBoardState, follow } from './board-state.ts'
import { describeEvent } from './describe-event.ts'
import { renderSummary } from './summary.ts'
import type { View } from './view.ts'

/** For a pipe or a file: a line for everything that happens, the same summary at the end. */
export function createPlainLines(paper: Terminal, clock: Clock): View {
  let state = createBoardState(clock.now())
  let held: readonly string[] = []
  const print = (lines: readonly string[]) => {
    for (const line of lines) paper.writeProgress(`${line}\n`)
  }
  return {
    show(event) {
      const before = state
      state = follow(before, event, clock.now())
      const lines = describeEvent(event, before, state, paper)
      const said = event.type === 'agent' ? event.event.type : undefined
      // The last text of a session is its result, which the log has; only what is followed by more is told.
      if (said !== 'session_end') print(held)
      held = said === 'agent_text' ? lines : []
      if (said !== 'agent_text') print(lines)
      if (event.type === 'run_ended') paper.write(renderSummary(event.result, state, paper))
    },
    aside: (write) => write(),
    [Symbol.dispose]() {},
  }
}
