import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * The real Claude Code that the Agent SDK ships for this platform. Throws when it is not installed:
 * a test that needs it cannot be skipped quietly.
 */
export function findClaudeBinary(): string {
  const sdk = createRequire(join(claudePackage, 'package.json')).resolve(
    '@anthropic-ai/claude-agent-sdk',
  )
  const load = createRequire(sdk)
  for (const name of platformPackages()) {
    try {
      const binary = load.resolve(`${name}/claude`)
      if (existsSync(binary)) return binary
    } catch {
      // The package of another platform is not installed; the next name may be.
    }
  }
  throw new Error(`no Claude Code for ${process.platform}-${process.arch}: run "bun install"`)
}

const claudePackage = join(import.meta.dirname, '../../claude')

function platformPackages(): string[] {
  const name = `@anthropic-ai/claude-agent-sdk-${process.platform}-${process.arch}`
  return [name, `${name}-musl`]
}
