import { connect, createServer } from 'node:net'
import { err, ok, type Result, SandboxError } from '@agency/core'
import { listen } from '../network/listen.ts'

/** The addresses that `localhost` stands for; a machine may lack the second. */
export const loopbacks = ['127.0.0.1', '::1'] as const

/**
 * For commands that share the network of the host, where publishing takes nothing: whether the ports
 * are free. Otherwise somebody else's server would be taken for the command's.
 */
export async function requireFreePorts(
  ports: readonly number[] = [],
): Promise<Result<void, SandboxError>> {
  for (const port of ports) {
    for (const host of loopbacks) {
      try {
        await using _free = await listen(createServer(), { port, host })
      } catch (error) {
        if (isTaken(error)) return err(takenPort(port))
      }
    }
  }
  return ok(undefined)
}

export function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

export function takenPort(port: number): SandboxError {
  return new SandboxError(`port ${port} is taken on this machine`, { fix: 'Choose another' })
}

/** Whether somebody listens on this port of the loopback. */
export async function isListeningOnHost(port: number): Promise<boolean> {
  for (const host of loopbacks) if (await accepts({ port, host })) return true
  return false
}

export function accepts(at: { port: number; host: string } | { path: string }): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(at)
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
