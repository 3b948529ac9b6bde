import type { CommandExecutor, CommandLine, RunningCommand } from '../src/cli/command-executor.ts'

/** What one start of the command does. */
export interface ScriptedRun {
  readonly stdout?: string | readonly string[]
  readonly stderr?: string
  readonly code?: number
  readonly signal?: string
  /** It runs until it is stopped. */
  readonly hangs?: boolean
  /** Its stdout breaks with this error, as a pipe may. */
  readonly breaks?: Error
  /** It cannot even be started. */
  readonly refuses?: Error
}

interface Started {
  readonly command: CommandLine
  input: string
  inputClosed: boolean
  /** Its stdout was read to the end, or given up by its reader. */
  outputClosed: boolean
  readonly stops: number[]
}

export interface ScriptedExecutor extends CommandExecutor {
  readonly started: Started[]
}

/** Plays one scripted run per start, the last one again and again. Starts no process. */
export function scriptedExecutor(...runs: ScriptedRun[]): ScriptedExecutor {
  const started: Started[] = []
  return {
    started,
    start(command) {
      const run = runs[Math.min(started.length, runs.length - 1)] ?? {}
      if (run.refuses !== undefined) throw run.refuses
      const record: Started = {
        command,
        input: '',
        inputClosed: false,
        outputClosed: false,
        stops: [],
      }
      started.push(record)
      return play(run, record)
    },
  }
}

function play(run: ScriptedRun, record: Started): RunningCommand {
  const stopped = Promise.withResolvers<void>()
  const done = run.hangs ? stopped.promise : Promise.resolve()
  const encoder = new TextEncoder()
  return {
    stdout: (async function* () {
      try {
        for (const chunk of [run.stdout ?? []].flat()) yield encoder.encode(chunk)
        if (run.breaks !== undefined) throw run.breaks
        await done
      } finally {
        record.outputClosed = true
      }
    })(),
    write(text) {
      record.input += text
    },
    closeInput() {
      record.inputClosed = true
    },
    stderrTail: () => run.stderr ?? '',
    ended: done.then(() => ({
      code: run.hangs || run.signal ? null : (run.code ?? 0),
      signal: run.hangs ? 'SIGTERM' : (run.signal ?? null),
    })),
    async stop(graceMs) {
      record.stops.push(graceMs)
      stopped.resolve()
    },
  }
}
