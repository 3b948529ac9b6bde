import { findBrowser } from '../../frame/find-browser.ts'
import type { Check } from '../check.ts'
import { installCommand } from './install-command.ts'

/** Not asked for its version: some wrappers take a second to answer. */
export const browser: Check = {
  name: 'browser',
  needed: false,
  async look(place) {
    const path = findBrowser((name) => place.find(name), place.platform)
    if (path !== undefined) {
      if (await place.hasPlaywright()) return { state: 'ok', detail: path }
      return {
        state: 'warn',
        detail: `${path}, but no Playwright MCP, which a session needs to look at pages`,
        fix: 'npm install -g @playwright/mcp',
      }
    }
    const fix = installCommand(place, { linux: 'chromium', mac: '--cask chromium' })
    return {
      state: 'missing',
      detail: 'no Chromium or Chrome, so nothing is checked in a browser',
      fix,
    }
  },
}
