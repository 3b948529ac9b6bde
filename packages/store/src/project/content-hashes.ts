import { createHash } from 'node:crypto'
import { constants, readFileSync, readlinkSync, type Stats } from 'node:fs'
import { bytesOf, toBytePath } from './byte-path.ts'
import type { ProjectFile } from './walk-project.ts'

export interface ContentHashes {
  of(file: Pick<ProjectFile, 'path' | 'stat'>): {
    readonly hash: string
    readonly bytesRead: number
  }
}

/**
 * What is in files, read only where it may have changed. A program can set back the size and the time
 * of a file, but not the time of its last change of any kind, which the system keeps.
 */
export function createContentHashes(projectDirectory: string): ContentHashes {
  const root = toBytePath(projectDirectory)
  const known = new Map<string, { readonly version: string; readonly hash: string }>()
  return {
    of({ path, stat }) {
      const version = versionOf(stat)
      const earlier = known.get(path)
      if (earlier?.version === version) return { hash: earlier.hash, bytesRead: 0 }
      const readAt = Date.now()
      const hash = hashOf(bytesOf(`${root}/${path}`), stat)
      if (isSettled(stat, readAt)) known.set(path, { version, hash })
      else known.delete(path)
      return { hash, bytesRead: stat.size }
    },
  }
}

/** To read more than this takes longer than a look at the times is worth. */
const largestRead = 64 * 1024 ** 2
/** The system's times advance in steps; within one of them a file can change twice. */
const clockStep = 100

function versionOf({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`
}

function isSettled({ ctimeMs }: Stats, now: number): boolean {
  return ctimeMs < now - clockStep
}

function hashOf(path: Buffer, stat: Stats): string {
  try {
    if (stat.isSymbolicLink()) return digest(readlinkSync(path, 'buffer'))
    if (!stat.isFile()) return 'special'
    return stat.size > largestRead ? versionOf(stat) : digest(readFileSync(path, { flag }))
  } catch {
    // Gone by now, or for others only.
    return versionOf(stat)
  }
}

/** What was put in the place of the file meanwhile, a link or a pipe, is not followed or waited for. */
const flag = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

function digest(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
