import { lstatSync, readdirSync, readlinkSync } from 'node:fs'
import type { FileView } from './file-view.ts'

/** The real file system. What cannot be read counts as not being there. */
export const nodeFileView: FileView = {
  linkTarget: (path) => attempt(() => readlinkSync(path)),
  identity: (path) =>
    attempt(() => {
      const stats = lstatSync(path)
      return stats.isFile() ? { id: `${stats.dev}:${stats.ino}`, names: stats.nlink } : undefined
    }),
  entries: (path) => attempt(() => readdirSync(path)) ?? [],
}

function attempt<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}
