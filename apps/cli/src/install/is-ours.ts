import { lstat, readlink, realpath } from 'node:fs/promises'

/** Stands in every compiled agency, so that an earlier one is known when it is replaced. */
const signature = 'agency-executable/5f0c1f6e-6f0b-4a57-9d0e-6f4b8a1c2e77'

/** Whether a path may be replaced: nothing is there, or an agency, or a link to one. */
export async function isOursToReplace(path: string): Promise<boolean> {
  const status = await lstat(path).catch(ignoreAbsence)
  if (status === undefined) return true
  if (status.isFile()) return holdsSignature(path)
  if (!status.isSymbolicLink()) return false
  if ((await readlink(path)) === 'agency') return true
  const target = await realpath(path).catch(ignoreAbsence)
  return target !== undefined && (await isOursToReplace(target))
}

async function holdsSignature(path: string): Promise<boolean> {
  const { size } = await lstat(path)
  // Sources lie behind the runtime, so the search begins at the end; a script is never that big.
  if (size < smallestExecutable) return false
  const bytes = Bun.mmap(path, { shared: false })
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).lastIndexOf(signature) !== -1
}

const smallestExecutable = 1_000_000

function ignoreAbsence(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
