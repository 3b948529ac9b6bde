import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { err, ok, type Result } from '@agency/core'
import type { McpServer } from './mcp-servers.ts'

export interface PlaywrightPlace {
  /** The executable of the installed browser; none is ever downloaded. */
  readonly browser: string
  /** Where programs are looked for. */
  readonly path: string
  /** For screenshots and downloads that were given no name. */
  readonly outputDirectory: string
  readonly isRoot?: boolean
}

/**
 * The Playwright MCP server on the installed browser, or why there is none. Its package lies beside
 * agency's sources; a compiled agency has no packages, so there it has to be installed as a program.
 */
export function createPlaywrightServer(
  place: PlaywrightPlace,
  packaged: () => string | undefined = findPackagedServer,
): Result<McpServer, string> {
  const program = findProgram(place.path, packaged)
  if (program === undefined) {
    return err('Playwright MCP is not installed; "npm install -g @playwright/mcp" adds it')
  }
  const isRoot = place.isRoot ?? process.getuid?.() === 0
  const [command, ...first] = program
  return ok({
    command,
    args: [
      ...first,
      ...['--executable-path', place.browser, '--headless', '--isolated', '--caps', 'testing'],
      ...['--output-dir', place.outputDirectory],
      // Chromium's own sandbox refuses to work for root.
      ...(isRoot ? ['--no-sandbox'] : []),
    ],
  })
}

function findProgram(
  path: string,
  packaged: () => string | undefined,
): [string, ...string[]] | undefined {
  const script = packaged()
  if (script === undefined) {
    const installed = Bun.which('playwright-mcp', { PATH: path })
    return installed === null ? undefined : [installed]
  }
  return [Bun.which('node', { PATH: path }) ?? process.execPath, script]
}

function findPackagedServer(): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve('@playwright/mcp/package.json')
    return join(dirname(manifest), 'cli.js')
  } catch {
    return undefined
  }
}
