import { open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { storing } from './storage-error.ts'

/**
 * Replaces a file by way of a new one beside it: whoever reads sees the old or the new content,
 * whole, also after a crash or a power cut. Rejects with a StorageError and the old content in place.
 */
export async function writeAtomically(path: string, content: string): Promise<void> {
  await storing('write', path, async () => {
    const temporary = join(
      dirname(path),
      `.${basename(path)}.${crypto.randomUUID()}${temporarySuffix}`,
    )
    try {
      await writeDurably(temporary, content)
      await rename(temporary, path)
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {})
      throw error
    }
    await syncDirectory(dirname(path))
  })
}

/** What a process that was killed while writing left behind. Only for whoever writes there alone. */
export async function removeLeftovers(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => [])
  const leftovers = names.filter((name) => name.startsWith('.') && name.endsWith(temporarySuffix))
  await Promise.all(leftovers.map((name) => rm(join(directory, name), { force: true })))
}

/** A new file, on the disk when this resolves. */
export async function writeDurably(path: string, content: string): Promise<void> {
  await using file = await open(path, 'wx', 0o644)
  await file.writeFile(content)
  await file.sync()
}

const temporarySuffix = '.tmp'

/** Without it the new name may be lost with the power. Where a directory cannot be synced, so be it. */
async function syncDirectory(path: string): Promise<void> {
  try {
    await using directory = await open(path, 'r')
    await directory.sync()
  } catch {
    // The rename has happened; only its durability is the file system's own affair.
  }
}
