import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import type { HashFiles } from '@agency/core'
import { isInside } from './is-inside.ts'

/** SHA-256 by path. Links are followed, but not out of the project. */
export function createHashFiles(projectDirectory: string): HashFiles {
  return async (paths) => {
    const root = await realpath(projectDirectory)
    const hashes: Record<string, string> = {}
    const missing: string[] = []
    for (const path of paths) {
      const files = await filesAt(root, path)
      if (files.length === 0) missing.push(path)
      for (const file of files)
        hashes[relative(root, file).split(sep).join('/')] = await hashOf(file)
    }
    return { hashes, missing }
  }
}

/** The file, or the files in the directory, by the name in the project under which it was asked for. */
async function filesAt(root: string, path: string): Promise<string[]> {
  const place = resolve(root, path)
  try {
    if (!isInside(root, place) || !isInside(root, await realpath(place))) return []
    const entry = await stat(place)
    if (entry.isFile()) return [place]
    if (!entry.isDirectory()) return []
    const entries = await readdir(place, { recursive: true, withFileTypes: true })
    return entries
      .filter((inner) => inner.isFile())
      .map((inner) => join(inner.parentPath, inner.name))
      .sort()
  } catch {
    return []
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}
