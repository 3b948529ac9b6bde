import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlaywrightServer } from '@agency/claude'
import { err, type McpServer, ok, type Result } from '@agency/core'
import type { Context } from '../frame/command.ts'
import { findBrowser } from '../frame/find-browser.ts'

/** The Playwright server on the browser of this machine; else why a session has none. */
export function findBrowserServer(
  { environment }: Context,
  outputDirectory: string,
): Result<McpServer, string> {
  const path = environment['PATH'] ?? ''
  const find = (name: string) => Bun.which(name, { PATH: path }) ?? undefined
  const browser = findBrowser(find, process.platform)
  if (browser === undefined) {
    return err('no Chromium or Chrome is installed, so a session cannot look at web pages')
  }
  const server = createPlaywrightServer({ browser, path, outputDirectory })
  // Claude does not hand it on, and the profiles of the browser belong where all else is temporary.
  return server.ok ? ok({ ...server.value, env: { TMPDIR: temporaryPlace(environment) } }) : server
}

/** Where the browser leaves screenshots and downloads: nobody else's, and gone with its scope. */
export async function createBrowserDirectory({
  environment,
}: Context): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(temporaryPlace(environment), 'agency-browser-'))
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5 }),
  }
}

function temporaryPlace(environment: Context['environment']): string {
  return environment['TMPDIR'] ?? tmpdir()
}
