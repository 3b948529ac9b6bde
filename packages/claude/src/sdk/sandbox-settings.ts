import { join } from 'node:path'
import type { SandboxSettings } from '@anthropic-ai/claude-agent-sdk'
import { secretNames } from '../cli/environment.ts'
import type { ClaudeAgentClientOptions } from './client-options.ts'

/** What commands may reach without further wishes: where the languages of the profiles keep packages. */
export const packageRegistries: readonly string[] = [
  'registry.npmjs.org',
  'pypi.org',
  'files.pythonhosted.org',
  'rubygems.org',
  'index.rubygems.org',
  'proxy.golang.org',
  'sum.golang.org',
]

/** Whatever this machine's user keeps secret; a command has no business there. */
const secretPlaces = ['.ssh', '.aws', '.gnupg', '.kube', '.docker', '.netrc', '.config/gh']

/** Required, and without a way out of it; `.autonoe` and secrets are beyond its reach. */
export function buildSandbox(options: ClaudeAgentClientOptions): SandboxSettings {
  const { cwd, environment, sandbox = true, allowedDomains = packageRegistries } = options
  const { readablePaths } = options
  if (!sandbox) return { enabled: false }
  const home = environment['HOME']
  const claude = environment['CLAUDE_CONFIG_DIR'] ?? (home && join(home, '.claude'))
  return {
    enabled: true,
    autoAllowBashIfSandboxed: true,
    failIfUnavailable: true,
    allowUnsandboxedCommands: false,
    network: { allowedDomains: [...allowedDomains], strictAllowlist: true },
    filesystem: {
      denyWrite: [join(cwd, '.autonoe')],
      denyRead: [
        ...(readablePaths ? ['/'] : []),
        ...(home ? secretPlaces.map((place) => join(home, place)) : []),
        ...(claude ? [join(claude, '.credentials.json')] : []),
      ],
      ...(readablePaths && {
        // Every command begins with what Claude Code keeps of the user's shell.
        allowRead: [cwd, ...(claude ? [join(claude, 'shell-snapshots')] : []), ...readablePaths],
      }),
    },
    credentials: { envVars: secretNames(environment).map((name) => ({ name, mode: 'deny' })) },
  }
}
