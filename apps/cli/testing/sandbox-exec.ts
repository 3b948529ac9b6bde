import { join } from 'node:path'
import { runToEnd } from '@agency/testing'

export const agency = join(import.meta.dirname, '../src/main.ts')

/** `agency sandbox exec` in a directory, with a home beside it. */
export function exec(
  directory: string,
  words: readonly string[],
  more: Record<string, string> = {},
) {
  const env = { ...environment(directory), ...more }
  return runToEnd([process.execPath, agency, 'sandbox', 'exec', ...words], { cwd: directory, env })
}

export const environment = (directory: string) => ({
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: `${directory}-home`,
  // Bun would make that home for it, and nobody would remove it.
  BUN_RUNTIME_TRANSPILER_CACHE_PATH: '0',
})
