import { chmod, copyFile, lstat, mkdir, rename, rm, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { err, ok, type Result } from '@agency/core'
import { agency, links } from '../programs.ts'
import { isOursToReplace } from './is-ours.ts'

export interface Installed {
  readonly executable: string
  readonly names: readonly string[]
  /** `kept`: what runs is what is installed. */
  readonly done: 'installed' | 'updated' | 'kept'
}

/**
 * Puts the executable and its links into the directory. Either path is complete at every moment:
 * a reader sees the old file or the new one. Nothing is touched when one of the names is taken.
 */
export async function install(source: string, prefix: string): Promise<Result<Installed, string>> {
  const names = links.map(({ name }) => name)
  try {
    await mkdir(prefix, { recursive: true })
    for (const name of [agency.name, ...names]) {
      const path = join(prefix, name)
      if (!(await isOursToReplace(path))) {
        return err(
          `${path} is something else, not agency; move it away, or choose another --prefix`,
        )
      }
    }
    const executable = join(prefix, agency.name)
    const done = await placeExecutable(source, executable)
    for (const name of names) {
      await replace(join(prefix, name), (temporary) => symlink(agency.name, temporary))
    }
    return ok({ executable, names, done })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return err(
      `cannot install into ${prefix}: ${reasons[code] ?? message}; choose another --prefix`,
    )
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'you have no permission to write there',
  EPERM: 'you have no permission to write there',
  EROFS: 'it is read-only',
  EEXIST: 'it is not a directory',
  ENOTDIR: 'it is not a directory',
  ENOSPC: 'the disk is full',
}

async function placeExecutable(source: string, target: string): Promise<Installed['done']> {
  const before = await lstat(target).catch(() => undefined)
  const running = await stat(source)
  if (before?.isFile() && before.ino === running.ino && before.dev === running.dev) return 'kept'
  await replace(target, async (temporary) => {
    await copyFile(source, temporary)
    await chmod(temporary, 0o755)
  })
  return before === undefined ? 'installed' : 'updated'
}

/** Makes it under another name and renames it, which also works while the old file runs. */
async function replace(path: string, make: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = `${path}.${crypto.randomUUID()}`
  try {
    await make(temporary)
    await rename(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
}
