import { existsSync } from 'node:fs'
import type { Check } from '../check.ts'
import { installCommand } from './install-command.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const macApplications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Not asked for its version: some wrappers take a second to answer. */
export const browser: Check = {
  name: 'browser',
  needed: false,
  async look(place) {
    const applications = place.platform === 'darwin' ? macApplications.filter(existsSync) : []
    const [path] = [...names.flatMap((name) => place.find(name) ?? []), ...applications]
    if (path !== undefined) return { state: 'ok', detail: path }
    const fix = installCommand(place, { linux: 'chromium', mac: '--cask chromium' })
    return {
      state: 'missing',
      detail: 'no Chromium or Chrome, so nothing is checked in a browser',
      fix,
    }
  },
}
