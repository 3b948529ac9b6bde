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
    signal,
    killSignal: 'SIGKILL',
  })
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { exitCode, stdout: stdout.trim(), stderr: stderr.trim() }
}
