import { type ConfinedCommand, ok, type Sandbox, type SandboxSignal } from '@agency/core'
import { isListeningOnHost, requireFreePorts } from './publish/host-ports.ts'

/** No sandbox at all. Only somebody's explicit choice may lead here, and it warrants a warning. */
export function createNoSandbox(): Sandbox {
  return {
    engine: 'none',
    async wrap(command, { publishedPorts }) {
      const free = await requireFreePorts(publishedPorts)
      if (!free.ok) return free
      return ok({
        ...command,
        ...groupControls,
        isListening: isListeningOnHost,
        async [Symbol.asyncDispose]() {},
      })
    },
  }
}

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
