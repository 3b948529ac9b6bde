import type { ConfinedCommand, RunningServer, ServerExit } from '@agency/core'
import { signalGroup } from '../process-group.ts'
import { supervise } from '../supervise.ts'
import { withLifeline } from './lifeline.ts'
import { createRollingLog } from './rolling-log.ts'

export interface ServerProcess extends RunningServer {
  /** Resolves when nothing of it is left. */
  readonly ended: Promise<void>
}

/** Starts a command that is to stay, and owns it: its end is the end of its sandbox. */
export function startServerProcess(
  command: ConfinedCommand,
  workDirectory: string,
  graceMs: number,
): ServerProcess | Error {
  const child = spawn(command, workDirectory)
  if (child instanceof Error) return child
  const log = createRollingLog(child.stdout)
  const supervision = supervise(command, child, graceMs)
  let exit: ServerExit | undefined
  const ended = supervision.ended.then(async (ending) => {
    signalGroup(child.pid, 'SIGKILL')
    await log.finish(graceMs)
    try {
      await command[Symbol.asyncDispose]()
    } finally {
      const hasCode = ending === 'ended' && child.signalCode === null
      exit = { exitCode: hasCode ? child.exitCode : null }
    }
  })
  // Whoever disposes of it hears what went wrong; one that died by itself may have nobody who asks.
  ended.catch(() => {})
  return {
    ended,
    log: () => log.text(),
    exit: () => exit,
    async [Symbol.asyncDispose]() {
      supervision.stop()
      await ended
    },
  }
}

function spawn(command: ConfinedCommand, workDirectory: string) {
  try {
    return Bun.spawn(withLifeline(command.argv), {
      cwd: workDirectory,
      env: { ...command.environment },
      // The lifeline.
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'ignore',
      detached: true,
    })
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
