import type { CommandRun, ConfinedCommand, RunCommand, Sandbox, SandboxPolicy } from '@agency/core'
import { collectOutput } from './collect-output.ts'
import { signalGroup } from './process-group.ts'
import { supervise } from './supervise.ts'

export interface ConfinedRunnerOptions {
  readonly sandbox: Sandbox
  /** Its work directory is where a command starts. */
  readonly policy: SandboxPolicy
  /** All that a command finds in its environment. */
  readonly environment: Readonly<Record<string, string>>
  /** How long a command may take to end after it was asked to. */
  readonly graceMs?: number
}

/** Runs bash lines in a sandbox, each to its end and with an end to all that it started. */
export function createConfinedRunner(options: ConfinedRunnerOptions): RunCommand {
  return async (line, { timeoutMs, signal }) => {
    signal.throwIfAborted()
    const argv = ['bash', '--noprofile', '--norc', '-c', line] as const
    const { sandbox, policy, environment } = options
    const wrapped = await sandbox.wrap({ argv, environment }, policy)
    if (!wrapped.ok) return { outcome: 'not-started', reason: wrapped.error.message }
    await using command = wrapped.value
    return await run(command, options, timeoutMs, signal)
  }
}

const defaultGraceMs = 1_000
/** Who reads a report does not read more. */
const mostOutput = 32 * 1024 * 1024

async function run(
  command: ConfinedCommand,
  { policy, graceMs = defaultGraceMs }: ConfinedRunnerOptions,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<CommandRun> {
  const startedAt = performance.now()
  const child = spawn(command, policy.workDirectory)
  if (child instanceof Error) return { outcome: 'not-started', reason: child.message }
  let stopped: 'timed-out' | 'too-much-output' | 'aborted' | undefined
  const supervision = supervise(command, child, graceMs)
  const stop = (reason: NonNullable<typeof stopped>) => {
    if (stopped !== undefined) return
    stopped = reason
    supervision.stop()
  }
  const onAbort = () => stop('aborted')
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  const deadline = setTimeout(() => stop('timed-out'), timeoutMs)
  const output = collectOutput([child.stdout, child.stderr], mostOutput, () =>
    stop('too-much-output'),
  )
  const ending = await supervision.ended
  clearTimeout(deadline)
  signal.removeEventListener('abort', onAbort)
  // As long as something it left behind lives, the pipes stay open.
  signalGroup(child.pid, 'SIGKILL')
  const { texts, sha256 } = await output.finish(graceMs)
  if (stopped === 'aborted') throw signal.reason
  const [stdout = '', stderr = ''] = texts
  const { signalCode } = child
  const outcome = stopped ?? (ending === 'held-up' ? ending : signalCode ? 'killed' : 'exited')
  const exitCode = outcome === 'exited' ? child.exitCode : null
  return {
    outcome,
    exitCode,
    stdout,
    stderr,
    outputSha256: sha256,
    durationMs: Math.round(performance.now() - startedAt),
  }
}

function spawn(command: ConfinedCommand, workDirectory: string) {
  try {
    return Bun.spawn([...command.argv], {
      cwd: workDirectory,
      env: { ...command.environment },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
      detached: true,
    })
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
