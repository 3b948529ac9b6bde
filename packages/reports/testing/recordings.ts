import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FinishedCommand } from '../src/read-test-report.ts'

const directory = join(import.meta.dirname, '../fixtures')
const checkers = ['tsc', 'eslint', 'biome']

/** The names of what real tools printed, such as `vitest/mixed`; `record-fixtures.ts` made it. */
export const checkerRecordings = recordingsOf((tool) => checkers.includes(tool))
export const runnerRecordings = recordingsOf((tool) => !checkers.includes(tool))

export function loadRecording(name: string): FinishedCommand {
  return JSON.parse(readFileSync(join(directory, `${name}.json`), 'utf8'))
}

function recordingsOf(isWanted: (tool: string) => boolean): readonly string[] {
  return readdirSync(directory)
    .filter(isWanted)
    .flatMap((tool) =>
      readdirSync(join(directory, tool)).map((file) => `${tool}/${file.replace('.json', '')}`),
    )
}
