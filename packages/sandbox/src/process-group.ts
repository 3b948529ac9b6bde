import type { ConfinedCommand, SandboxSignal } from '@agency/core'

/** Where there are no namespaces, a command is the process group that it leads. */
export const groupControls: Pick<ConfinedCommand, 'signal' | 'kill' | 'isOver'> = {
  signal: signalGroup,
  kill: (pid) => signalGroup(pid, 'SIGKILL'),
  isOver: () => false,
}

/** Signals the process group that a process leads. */
export function signalGroup(pid: number, signal: SandboxSignal | 'SIGKILL'): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // It ended in the meantime.
  }
}
