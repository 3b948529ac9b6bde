import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The whole environment for a process that a test starts: its own home, configuration and root
 * under the directory, a made-up key, a model on loopback. Nothing of this machine's settings is in it.
 */
export function isolatedEnvironment(directory: string, baseUrl: string): Record<string, string> {
  const home = join(directory, 'home')
  mkdirSync(join(home, '.claude'), { recursive: true })
  return {
    PATH: withoutFalseNode(process.env['PATH'] ?? '/usr/bin:/bin'),
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    HOME: home,
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
    AGENCY_ROOT: join(directory, 'agency-root'),
    ANTHROPIC_API_KEY: 'sk-rehearsal',
    ANTHROPIC_BASE_URL: baseUrl,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    // Without it Claude Code refuses to skip permissions for root, which containers run as.
    IS_SANDBOX: '1',
  }
}

/** `bun --bun` puts a directory in front in which bun is called node; what is tested wants the real one. */
function withoutFalseNode(path: string): string {
  return path
    .split(':')
    .filter((directory) => !/\/bun-node-[^/]*$/.test(directory))
    .join(':')
}
