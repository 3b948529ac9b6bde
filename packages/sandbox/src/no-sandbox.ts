import { ok, type Sandbox, type SandboxSignal } from '@agency/core'

/** No sandbox at all. Only somebody's explicit choice may lead here, and it warrants a warning. */
export function createNoSandbox(): Sandbox {
  return {
    engine: 'none',
    wrap: async (command) =>
      ok({ ...command, signal: signalGroup, async [Symbol.asyncDispose]() {} }),
  }
}

/** Signals the process group that a process leads. */
export function signalGroup(pid: number, signal: SandboxSignal): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // It ended in the meantime.
  }
}
