import { lstat, open, readlink, realpath } from 'node:fs/promises'

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

/** Reads from the end, where the compiled sources lie; a file that is not agency is read whole. */
async function holdsSignature(path: string): Promise<boolean> {
  await using file = await open(path)
  const { size } = await file.stat()
  const wanted = Buffer.from(signature)
  const window = Buffer.alloc(windowSize)
  for (let end = size; end > 0; end -= windowSize - wanted.length) {
    const start = Math.max(0, end - windowSize)
    const { bytesRead } = await file.read(window, 0, end - start, start)
    if (window.subarray(0, bytesRead).includes(wanted)) return true
  }
  return false
}

const windowSize = 1 << 22

function ignoreAbsence(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
