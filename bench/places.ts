import { join } from 'node:path'
import { findClaude } from '@agency/claude'

/** The executables that are compared. */
export interface Places {
  readonly agency: string
  readonly claude: string
  readonly bun: string
  readonly node: string | undefined
}

export function findPlaces(): Places {
  return {
    agency: join(import.meta.dirname, '../dist/agency'),
    claude: findClaude({ PATH: '' }),
    bun: process.execPath,
    node: Bun.which('node', { PATH: '/usr/local/bin:/usr/bin:/opt/homebrew/bin' }) ?? undefined,
  }
}
