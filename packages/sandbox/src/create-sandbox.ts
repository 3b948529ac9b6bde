import { err, type Sandbox, SandboxError } from '@agency/core'
import { createBubblewrapSandbox } from './linux/bubblewrap-sandbox.ts'
import { createSeatbeltSandbox } from './macos/seatbelt-sandbox.ts'

export interface SandboxOptions {
  /** Where the sandbox's own tools, and the programs that a policy names, are looked up. */
  readonly path: string
}

/** The sandbox of this system. Where there is none, every command is refused. */
export function createSandbox(options: SandboxOptions): Sandbox {
  if (process.platform === 'linux') return createBubblewrapSandbox(options)
  if (process.platform === 'darwin') return createSeatbeltSandbox(options)
  return {
    engine: 'unsupported',
    wrap: async () => err(new SandboxError(`there is none for ${process.platform}`)),
  }
}
