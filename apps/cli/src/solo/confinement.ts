import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { packageRegistries } from '@agency/claude'
import { protectedPlaces } from '@agency/policy'
import { type ConfinedRunnerOptions, createNoSandbox, createSandbox } from '@agency/sandbox'
import type { Context } from '../frame/command.ts'

export interface ConfinementParts {
  readonly projectDirectory: string
  readonly sandbox: boolean
  readonly context: Context
}

/** What checks and servers are written in, wherever it is installed. */
export const runtimes = ['node', 'npm', 'npx', 'bun', 'deno', 'python3', 'go', 'cargo', 'ruby']

/**
 * How agency itself runs a command of the agent's: the checks of the done gate, and servers. To be asked
 * for each command, because a place can only be protected once it is there.
 */
export function confine(parts: ConfinementParts): () => ConfinedRunnerOptions {
  const { projectDirectory, context } = parts
  const { PATH: path = '/usr/local/bin:/usr/bin:/bin', LANG = 'C.UTF-8' } = context.environment
  const sandbox = parts.sandbox ? createSandbox({ path }) : createNoSandbox()
  return () => ({
    sandbox,
    policy: {
      workDirectory: projectDirectory,
      protected: protectedPlaces.map((place) => join(projectDirectory, place)).filter(existsSync),
      programs: runtimes.filter((name) => Bun.which(name, { PATH: path }) !== null),
      // As for the agent's own commands: what it saw is what is checked.
      network: { mode: 'allowlist', domains: packageRegistries },
      // A check may well drive a browser.
      unixSockets: true,
    },
    environment: { PATH: path, LANG, HOME: '/tmp', TERM: 'dumb', CI: 'true' },
  })
}
