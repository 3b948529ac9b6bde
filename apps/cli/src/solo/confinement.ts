import { join } from 'node:path'
import { type ConfinedRunnerOptions, createNoSandbox, createSandbox } from '@agency/sandbox'
import type { Context } from '../frame/command.ts'

export interface ConfinementParts {
  readonly projectDirectory: string
  readonly sandbox: boolean
  readonly context: Context
}

/** What checks and servers are written in, wherever it is installed. */
const runtimes = ['node', 'npm', 'npx', 'bun', 'deno', 'python3', 'go', 'cargo', 'ruby']

/** How agency itself runs a command of the agent's: the checks of the done gate, and servers. */
export function confine({
  projectDirectory,
  sandbox,
  context,
}: ConfinementParts): ConfinedRunnerOptions {
  const { PATH: path = '/usr/local/bin:/usr/bin:/bin', LANG = 'C.UTF-8' } = context.environment
  return {
    sandbox: sandbox ? createSandbox({ path }) : createNoSandbox(),
    policy: {
      workDirectory: projectDirectory,
      protected: [join(projectDirectory, '.autonoe')],
      programs: runtimes.filter((name) => Bun.which(name, { PATH: path }) !== null),
      network: { mode: 'open' },
      // A check may well drive a browser.
      unixSockets: true,
    },
    environment: { PATH: path, LANG, HOME: '/tmp', TERM: 'dumb', CI: 'true' },
  }
}
