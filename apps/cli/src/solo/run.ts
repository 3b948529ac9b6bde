import type { Clock, Logger, RunEventListener, RunResult } from '@agency/core'
import type { Context } from '../frame/command.ts'
import type { Terminal } from '../frame/terminal.ts'
import { createJsonLines } from './board/json-lines.ts'
import { createLiveBoard } from './board/live-board.ts'
import { createPlainLines } from './board/plain-lines.ts'
import type { View } from './board/view.ts'
import { createConsoleLogger } from './console-logger.ts'
import { redactEvent } from './redact-event.ts'
import type { RunOptions } from './run-options.ts'

export interface RunParts {
  readonly options: Pick<RunOptions, 'debug' | 'json' | 'maxBudgetUsd'>
  readonly context: Context
  readonly clock: Clock
  /** Values that must never be seen, whoever writes them. */
  readonly secrets: readonly string[]
  /** The session loop with everything it needs. It tells the listener all, run_ended included. */
  readonly start: (outlet: Outlet) => Promise<RunResult>
}

/** Where a run tells what it does, and from where it is stopped. */
export interface Outlet {
  readonly listener: RunEventListener
  readonly logger: Logger
  readonly signal: AbortSignal
}

/** Runs, shows it, and resolves to the exit code. What the start rejects with passes through. */
export async function showRun(parts: RunParts): Promise<number> {
  const { context, options, secrets } = parts
  using view = createView(parts)
  const beside = (terminal: Terminal): Terminal =>
    // Derived from it, because it may still be resized.
    Object.create(terminal, {
      write: { value: (text: string) => view.aside(() => terminal.write(text)) },
      writeProgress: { value: (text: string) => view.aside(() => terminal.writeProgress(text)) },
    })
  const logger = createConsoleLogger({
    // What a program reads must be events alone.
    output: beside(options.json ? context.stderr : context.stdout),
    errors: beside(context.stderr),
    debug: options.debug,
    secrets,
  })
  const result = await parts.start({
    listener: (event) => view.show(redactEvent(event, secrets)),
    logger,
    signal: context.interrupted,
  })
  return exitCodeOf(result)
}

function exitCodeOf(result: RunResult): number {
  if (result.interrupted || result.outcome === 'interrupted') return 130
  return result.success ? 0 : 1
}

function createView({ options, context, clock }: RunParts): View {
  const { stdout: terminal, interrupted } = context
  if (options.json) return createJsonLines(terminal)
  if (!terminal.isTerminal || context.environment['TERM'] === 'dumb') {
    return createPlainLines(terminal, clock)
  }
  return createLiveBoard({ terminal, clock, interrupted, maxBudgetUsd: options.maxBudgetUsd })
}
