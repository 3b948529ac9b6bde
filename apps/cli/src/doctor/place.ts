import { homedir } from 'node:os'
import { resolve } from 'node:path'
import type { Context } from '../frame/command.ts'
import type { Outcome, Place } from './check.ts'

/** The machine that the command runs on. */
export function createPlace(context: Context): Place {
  const { environment, workingDirectory } = context
  const home = environment['HOME'] || homedir()
  return {
    environment,
    platform: process.platform,
    home,
    root: resolve(workingDirectory, environment['AGENCY_ROOT'] || `${home}/.agency`),
    find: (name) => Bun.which(name, { PATH: environment['PATH'] ?? '' }) ?? undefined,
    run: (command, signal) => run(command, environment, signal),
    async hasPlaywright() {
      const { createPlaywrightServer } = await import('@agency/claude')
      const anywhere = { browser: '', path: environment['PATH'] ?? '', outputDirectory: '' }
      return createPlaywrightServer(anywhere).ok
    },
    async sandboxTools() {
      const { checkSandboxTools } = await import('@agency/sandbox')
      return checkSandboxTools({ path: environment['PATH'] ?? '' })
    },
  }
}

async function run(
  command: readonly string[],
  environment: Place['environment'],
  signal: AbortSignal,
): Promise<Outcome> {
  const child = Bun.spawn([...command], {
    env: { ...environment },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    // A group of its own, so that what hangs can be ended with all that it started.
    detached: true,
  })
  const end = () => killGroup(child.pid)
  if (signal.aborted) end()
  else signal.addEventListener('abort', end, { once: true })
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  signal.removeEventListener('abort', end)
  return { exitCode, stdout: stdout.trim(), stderr: stderr.trim() }
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
