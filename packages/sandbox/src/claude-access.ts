import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SandboxPolicy } from '@agency/core'
import { walkPath } from './path-walk.ts'

export interface ClaudeAccessOptions {
  readonly home: string
  /** CLAUDE_CONFIG_DIR, where one is set. */
  readonly configDirectory?: string
  readonly platform?: NodeJS.Platform
}

/** What Claude Code needs of a home: its own state, which outlives the task, and git's settings. */
export async function grantClaudeAccess({
  home,
  configDirectory,
  platform = process.platform,
}: ClaudeAccessOptions): Promise<Required<Pick<SandboxPolicy, 'readOnly' | 'readWrite'>>> {
  const readWrite = [
    join(home, '.claude'),
    ...(platform === 'linux' ? [join(home, '.config', 'claude')] : []),
    ...(configDirectory === undefined ? [] : [configDirectory]),
  ]
  // A directory that is not there could not be mounted, and what Claude writes would be lost.
  for (const directory of readWrite) await mkdir(directory, { recursive: true, mode: 0o700 })
  const gitSettings = join(home, '.gitconfig')
  return { readWrite, readOnly: (await walkPath(gitSettings)) ? [gitSettings] : [] }
}
