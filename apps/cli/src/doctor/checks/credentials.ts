import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Check } from '../check.ts'
import { shellWord } from './shell-word.ts'

/** Looks at the modes alone; no credential is read. */
export const credentials: Check = {
  name: 'credentials',
  needed: false,
  async look(place) {
    const directory = join(place.root, 'credentials')
    const names = await namesIn(directory)
    if (names === undefined) return { state: 'ok', detail: 'none stored' }
    const paths = names.map((name) => join(directory, name))
    const openFiles = await filter(paths, isOpenToOthers)
    const openDirectory = await filter([directory], isOpenToOthers)
    if (openFiles.length + openDirectory.length === 0) {
      return { state: 'ok', detail: `${paths.length} stored, open to you alone` }
    }
    const mends = [
      ...(openDirectory.length > 0 ? [`chmod 700 ${shellWord(directory)}`] : []),
      ...(openFiles.length > 0 ? [`chmod 600 ${openFiles.map(shellWord).join(' ')}`] : []),
    ]
    const what = [...openDirectory, ...openFiles].join(', ')
    return { state: 'warn', detail: `open to others: ${what}`, fix: mends.join(' && ') }
  },
}

async function namesIn(directory: string): Promise<readonly string[] | undefined> {
  try {
    return (await readdir(directory)).sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function isOpenToOthers(path: string): Promise<boolean> {
  const status = await lstat(path)
  return !status.isSymbolicLink() && (status.mode & 0o077) !== 0
}

async function filter(
  paths: readonly string[],
  predicate: (path: string) => Promise<boolean>,
): Promise<readonly string[]> {
  const answers = await Promise.all(paths.map(predicate))
  return paths.filter((_, index) => answers[index])
}
