import { randomUUID } from 'node:crypto'
import type { Clock } from '@agency/core'
import type { CommandExecutor, CommandLine } from './command-executor.ts'
import { startWarmProcess, type WarmProcess } from './warm-process.ts'

/** Keeps one process ready. Whoever takes it owns it; what nobody takes in time is ended. */
export interface WarmPlace extends AsyncDisposable {
  /** Resolves to whether the process came up. Whatever stood here before is ended. */
  prepare(command: CommandLine): Promise<boolean>
  /** The process that waits, if it lives and is just this command's. */
  take(command: CommandLine): WarmProcess | undefined
}

export function createWarmPlace(
  executor: CommandExecutor,
  clock: Clock,
  keepForMs: number,
): WarmPlace {
  let held: { process: WarmProcess; expiry: AbortController } | undefined

  const release = (): WarmProcess | undefined => {
    const process = held?.process
    held?.expiry.abort()
    held = undefined
    return process
  }
  const discard = async (process: WarmProcess | undefined) => {
    await process?.command.stop(0)
  }

  return {
    async prepare(command) {
      await discard(release())
      const process = startWarmProcess(executor, command, randomUUID())
      const expiry = new AbortController()
      held = { process, expiry }
      clock.sleep(keepForMs, expiry.signal).then(
        () => discard(release()),
        () => {}, // taken or replaced before
      )
      return process.ready
    },
    take(command) {
      if (held === undefined) return undefined
      if (!held.process.isAlive()) {
        release()
        return undefined
      }
      if (held.process.matches(command)) return release()
      return undefined
    },
    [Symbol.asyncDispose]: () => discard(release()),
  }
}
