import { type ConfinedCommand, type StartServer, systemClock } from '@agency/core'
import type { ConfinedRunnerOptions } from '../run-confined.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

/** Starts bash lines that are to stay in a sandbox, each with one port that is reached from outside. */
export function createServerStarter(
  options: ConfinedRunnerOptions,
  now: () => number = () => performance.now(),
): StartServer {
  const { sandbox, policy, environment, graceMs = defaultGraceMs } = options
  return async ({ command: line, port }, { patienceMs, signal }) => {
    signal.throwIfAborted()
    const wrapped = await sandbox.wrap(
      {
        argv: ['bash', '--noprofile', '--norc', '-c', line],
        // Most servers that are told no port look here.
        environment: { ...environment, PORT: String(port) },
      },
      { ...policy, publishedPorts: [port] },
    )
    if (!wrapped.ok) return { outcome: 'not-started', reason: wrapped.error.message }
    const deadline = now() + patienceMs
    const server = startServerProcess(wrapped.value, policy.workDirectory, graceMs)
    if (server instanceof Error) {
      await wrapped.value[Symbol.asyncDispose]()
      return { outcome: 'not-started', reason: server.message }
    }
    try {
      const isThere = await untilListening(
        wrapped.value,
        port,
        server,
        () => now() >= deadline,
        signal,
      )
      if (isThere) return { outcome: 'listening', server }
    } catch (error) {
      await server[Symbol.asyncDispose]()
      throw error
    }
    const exit = server.exit()
    if (exit !== undefined) return { outcome: 'exited', exit, log: server.log() }
    await server[Symbol.asyncDispose]()
    return { outcome: 'silent', log: server.log() }
  }
}

const defaultGraceMs = 500
const betweenLooksMs = 20

/** False when it has ended, or when the time is over. Rejects as soon as the signal aborts. */
async function untilListening(
  command: ConfinedCommand,
  port: number,
  server: ServerProcess,
  isLate: () => boolean,
  signal: AbortSignal,
): Promise<boolean> {
  while (server.exit() === undefined && !isLate()) {
    if (await command.isListening(port)) return server.exit() === undefined
    await Promise.race([systemClock.sleep(betweenLooksMs, signal), server.ended])
  }
  return false
}
