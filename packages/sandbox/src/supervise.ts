import type { ConfinedCommand } from '@agency/core'
import { signalGroup } from './process-group.ts'

/** A started command on its way to an end that it cannot put off. */
export interface Supervision {
  /** Asks the command to end. After the grace it is killed. */
  stop(): void
  /** Ends it at once, and all that it started. */
  kill(): void
  /**
   * Resolves when it has ended. Held up: the command itself had, but something inside kept the sandbox
   * from noticing, so that it was killed and the exit code says nothing.
   */
  readonly ended: Promise<'ended' | 'held-up'>
}

export interface StartedCommand {
  readonly pid: number
  readonly exited: Promise<number>
}

const watchMs = 1_000

export function supervise(
  command: ConfinedCommand,
  child: StartedCommand,
  graceMs: number,
): Supervision {
  let ending: 'ended' | 'held-up' = 'ended'
  let deadline: ReturnType<typeof setTimeout> | undefined
  const kill = () => {
    command.kill(child.pid)
    clearTimeout(deadline)
    // What not even the kernel can end is left behind.
    deadline = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), graceMs)
  }
  let sightings = 0
  const watch = setInterval(() => {
    sightings = command.isOver(child.pid) ? sightings + 1 : 0
    if (sightings !== 2) return
    ending = 'held-up'
    kill()
  }, watchMs)
  return {
    stop() {
      command.signal(child.pid, 'SIGTERM')
      deadline ??= setTimeout(kill, graceMs)
    },
    kill,
    ended: child.exited.then(() => {
      clearInterval(watch)
      clearTimeout(deadline)
      return ending
    }),
  }
}
