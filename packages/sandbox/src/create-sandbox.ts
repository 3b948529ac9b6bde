import { err, type Sandbox, SandboxError } from '@agency/core'
import { createBubblewrapSandbox } from './linux/bubblewrap-sandbox.ts'
import { createSeatbeltSandbox } from './macos/seatbelt-sandbox.ts'

export interface SandboxOptions {
  /** Where the sandbox's own tools, and the programs that a policy names, are looked up. */
  readonly path: string
}

/** The sandbox of this system. Where there is none, every command is refused. */
export function createSandbox(options: SandboxOptions): Sandbox {
  switch (process.platform) {
    case 'linux':
      return createBubblewrapSandbox(options)
    case 'darwin':
      return createSeatbeltSandbox(options)
    default:
      return {
        engine: 'unsupported',
        wrap: async () => err(new SandboxError(`there is none for ${process.platform}`)),
      }
  }
}
