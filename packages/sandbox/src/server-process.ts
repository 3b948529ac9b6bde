import type { ConfinedCommand, RunningServer, ServerExit } from '@agency/core'
import { withLifeline } from './lifeline.ts'
import { signalGroup } from './no-sandbox.ts'
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
): ServerProcess {
  const child = Bun.spawn(withLifeline(command.argv), {
    cwd: workDirectory,
    env: { ...command.environment },
    // The lifeline.
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'ignore',
    detached: true,
  })
  const log = createRollingLog(child.stdout)
  let exit: ServerExit | undefined
  const cleanUp = async () => {
    signalGroup(child.pid, 'SIGKILL')
    await log.finish(graceMs)
    exit = { exitCode: child.signalCode === null ? child.exitCode : null }
    await command[Symbol.asyncDispose]()
  }
  const ended = child.exited.then(cleanUp)
  return {
    ended,
    log: () => log.text(),
    exit: () => exit,
    async [Symbol.asyncDispose]() {
      command.signal(child.pid, 'SIGTERM')
      const lastWarning = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), graceMs)
      await ended
      clearTimeout(lastWarning)
    },
  }
}
