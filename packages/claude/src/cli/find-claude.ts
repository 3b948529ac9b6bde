import { accessSync, constants, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, resolve } from 'node:path'
import { ClaudeInvocationError } from '@agency/core'
import type { Environment } from './environment.ts'

const install = 'npm install -g @anthropic-ai/claude-code'

/**
 * CLAUDE_BIN, then `claude` on PATH, then the executable that the Agent SDK ships. The path is
 * absolute, as Claude is started in another directory.
 */
export function findClaude(
  environment: Environment,
  shipped: () => string | undefined = findShippedClaude,
): string {
  const chosen = environment['CLAUDE_BIN']
  if (chosen) {
    if (isExecutable(chosen)) return resolve(chosen)
    throw new ClaudeInvocationError(
      'bad-configuration',
      `CLAUDE_BIN is ${chosen}, which is not an executable file; correct it or unset it`,
      { data: { path: chosen } },
    )
  }
  const found = findOnPath(environment['PATH'] ?? '') ?? shipped()
  if (found !== undefined) return found
  throw new ClaudeInvocationError(
    'not-installed',
    `claude is not installed. Install it with "${install}", or set CLAUDE_BIN to its path`,
  )
}

/** The same without the error: undefined when there is none. */
export function detectClaudeCodePath(
  environment: Environment,
  shipped?: () => string | undefined,
): string | undefined {
  try {
    return findClaude(environment, shipped)
  } catch {
    return undefined
  }
}

function findOnPath(path: string): string | undefined {
  return path
    .split(delimiter)
    .filter((directory) => directory !== '')
    .map((directory) => resolve(directory, 'claude'))
    .find(isExecutable)
}

/** The platform package sits beside the SDK, so it is looked up from there; nothing is loaded. */
function findShippedClaude(): string | undefined {
  const { platform, arch } = process
  const name = `@anthropic-ai/claude-agent-sdk-${platform}-${arch}`
  const executable = platform === 'win32' ? 'claude.exe' : 'claude'
  try {
    const sdk = createRequire(import.meta.url).resolve('@anthropic-ai/claude-agent-sdk')
    const lookUp = createRequire(sdk)
    return [name, `${name}-musl`]
      .map((candidate) => resolveQuietly(lookUp, `${candidate}/${executable}`))
      .find((path) => path !== undefined && isExecutable(path))
  } catch {
    return undefined // a compiled agency has no packages beside it
  }
}

function resolveQuietly(lookUp: NodeJS.Require, specifier: string): string | undefined {
  try {
    return lookUp.resolve(specifier)
  } catch {
    return undefined
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
