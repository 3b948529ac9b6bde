import { lstat, readlink } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** Where a path really is, and every symbolic link that leads there. */
export interface PathWalk {
  readonly real: string
  readonly isDirectory: boolean
  readonly links: readonly Link[]
}

interface Link {
  readonly at: string
  /** As the link spells it: maybe relative. */
  readonly target: string
}

const mostLinks = 40

/** Follows a path component by component. Undefined when nothing is there, or only a circle. */
export async function walkPath(path: string): Promise<PathWalk | undefined> {
  const links: Link[] = []
  let real = '/'
  let isDirectory = true
  const rest = resolve(path).split('/').filter(Boolean)
  while (rest.length > 0) {
    const at = resolve(real, rest.shift() ?? '')
    const entry = await lstat(at).catch(() => undefined)
    if (entry === undefined) return undefined
    if (!entry.isSymbolicLink()) {
      real = at
      isDirectory = entry.isDirectory()
      continue
    }
    if (links.length === mostLinks) return undefined
    const target = await readlink(at)
    links.push({ at, target })
    rest.unshift(...resolve(dirname(at), target).split('/').filter(Boolean))
    real = '/'
  }
  return { real, isDirectory, links }
}
