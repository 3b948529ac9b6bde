import { existsSync } from 'node:fs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const macApplications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The first browser of the Chromium family that is installed; `find` looks on PATH. */
export function findBrowser(
  find: (name: string) => string | undefined,
  platform: NodeJS.Platform,
): string | undefined {
  const applications = platform === 'darwin' ? macApplications.filter(existsSync) : []
  return [...names.flatMap((name) => find(name) ?? []), ...applications][0]
}
