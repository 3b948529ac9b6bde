import { readdir, stat } from 'node:fs/promises'
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
    const paths = [directory, ...names.map((name) => join(directory, name))]
    const open = (await Promise.all(paths.map(lookAt))).filter(({ isOpen }) => isOpen)
    if (open.length === 0) {
      return { state: 'ok', detail: `${names.length} stored, open to you alone` }
    }
    const mends = [...close('700', 'directory', open), ...close('600', 'file', open)]
    const what = open.map(({ path }) => path).join(', ')
    return { state: 'warn', detail: `open to others: ${what}`, fix: mends.join(' && ') }
  },
}

async function namesIn(directory: string): Promise<readonly string[] | undefined> {
  try {
    return (await readdir(directory)).sort()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw error
  }
}

interface Seen {
  readonly path: string
  readonly kind: 'directory' | 'file'
  readonly isOpen: boolean
}

/** A link is as open as what it leads to; one that leads nowhere opens nothing. */
async function lookAt(path: string): Promise<Seen> {
  try {
    const status = await stat(path)
    const isOpen = (status.mode & 0o077) !== 0
    return { path, kind: status.isDirectory() ? 'directory' : 'file', isOpen }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return { path, kind: 'file', isOpen: false }
  }
}

/** The line that closes those of one kind, where there are any. */
function close(mode: string, kind: Seen['kind'], open: readonly Seen[]): string[] {
  const words = open.filter((seen) => seen.kind === kind).map(({ path }) => shellWord(path))
  return words.length === 0 ? [] : [`chmod ${mode} ${words.join(' ')}`]
}
