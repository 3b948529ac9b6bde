import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlaywrightServer } from '@agency/claude'
import { err, type McpServer, ok, type Result } from '@agency/core'
import type { Context } from '../frame/command.ts'
import { findBrowser } from '../frame/find-browser.ts'

/** The Playwright server on the browser of this machine; else why a session has none. */
export function findBrowserServer({ environment }: Context): Result<McpServer, string> {
  const path = environment['PATH'] ?? ''
  const find = (name: string) => Bun.which(name, { PATH: path }) ?? undefined
  const browser = findBrowser(find, process.platform)
  if (browser === undefined) {
    return err('no Chromium or Chrome is installed, so a session cannot look at web pages')
  }
  const temporary = environment['TMPDIR'] ?? tmpdir()
  const server = createPlaywrightServer({
    browser,
    path,
    outputDirectory: join(temporary, 'agency-browser'),
  })
  // Claude does not hand it on, and the profiles of the browser belong where all else is temporary.
  return server.ok ? ok({ ...server.value, env: { TMPDIR: temporary } }) : server
}
