import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlaywrightServer } from '@agency/claude'
import { err, type McpServer, type Result } from '@agency/core'
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
  return createPlaywrightServer({
    browser,
    path,
    outputDirectory: join(tmpdir(), 'agency-browser'),
  })
}
