import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { runToEnd } from './run-to-end.ts'

export interface CompiledAgency {
  /** Holds `agency` and its links. It is everybody's: change nothing in it. */
  readonly directory: string
}

/** The executable as `./build.sh compile` makes it: once for all the files of a test run, when the first asks. */
export async function compileAgency(): Promise<CompiledAgency> {
  const place = inject('placeForAll')
  const directory = join(place, 'dist')
  const outcome = join(place, 'outcome')
  if (isFirst(directory)) await compile(directory, outcome)
  while (!existsSync(outcome)) await new Promise((resolve) => setTimeout(resolve, 20))
  const complaint = readFileSync(outcome, 'utf8')
  if (complaint !== '') throw new Error(`./build.sh compile failed: ${complaint}`)
  return { directory }
}

/** Test files run side by side, in processes of their own: who makes the directory fills it. */
function isFirst(directory: string): boolean {
  try {
    mkdirSync(directory)
    return true
  } catch {
    return false
  }
}

async function compile(directory: string, outcome: string): Promise<void> {
  const { code, stdout, stderr } = await runToEnd(['./build.sh', 'compile'], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { ...process.env, AGENCY_DIST: directory },
  })
  writeFileSync(`${outcome}.new`, code === 0 ? '' : `exit code ${code}\n${stdout}${stderr}`)
  renameSync(`${outcome}.new`, outcome)
}
