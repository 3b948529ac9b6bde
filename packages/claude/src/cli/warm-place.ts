import { type Clock, createQueue } from '@agency/core'
import type { CommandExecutor, CommandLine } from './command-executor.ts'
import { startWarmProcess, type WarmProcess } from './warm-process.ts'

/** Keeps one process ready. Whoever takes it owns it; what nobody takes in time is ended. */
export interface WarmPlace extends AsyncDisposable {
  /**
   * Resolves to whether the process came up: not if it cannot be started, ends before it is ready,
   * is replaced, or this place is disposed. Whatever stood here before is ended.
   */
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
  let disposed = false
  const inTurn = createQueue()

  const release = (): WarmProcess | undefined => {
    const process = held?.process
    held?.expiry.abort()
    held = undefined
    return process
  }
  const discard = async () => {
    await release()?.discard()
  }
  const replace = async (command: CommandLine): Promise<WarmProcess | undefined> => {
    await discard()
    if (disposed) return undefined
    const process = startQuietly(executor, command)
    if (process !== undefined) hold(process)
    return process
  }
  const hold = (process: WarmProcess) => {
    const expiry = new AbortController()
    held = { process, expiry }
    clock.sleep(keepForMs, expiry.signal).then(
      () => inTurn(() => (held?.process === process ? discard() : Promise.resolve())),
      () => {}, // taken or replaced before
    )
  }

  return {
    async prepare(command) {
      // Only the start is waited for in turn: one that never gets ready must not hold up its end.
      const process = await inTurn(() => replace(command))
      return (await process?.ready) ?? false
    },
    take(command) {
      if (held === undefined) return undefined
      if (held.process.isAlive()) return held.process.matches(command) ? release() : undefined
      void release()?.discard()
      return undefined
    },
    [Symbol.asyncDispose]() {
      disposed = true
      return inTurn(discard)
    },
  }
}

/** Undefined when the system does not start it: the run that follows tells why. */
function startQuietly(executor: CommandExecutor, command: CommandLine): WarmProcess | undefined {
  try {
    return startWarmProcess(executor, command)
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return undefined
    throw error
  }
}
