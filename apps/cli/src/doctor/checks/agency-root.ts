import { access, constants, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Check, Finding, Place } from '../check.ts'

export const agencyRoot: Check = {
  name: 'AGENCY_ROOT',
  needed: false,
  async look(place) {
    const { root } = place
    const nearest = await nearestExisting(root)
    const isDirectory = (await stat(nearest)).isDirectory()
    if (!isDirectory) return unusable(place, `${nearest} is not a directory`)
    if (!(await mayWrite(nearest))) return unusable(place, `${nearest} is not writable`)
    const detail = nearest === root ? root : `${root}, created when first needed`
    return { state: 'ok', detail }
  },
}

function unusable(place: Place, detail: string): Finding {
  const isDefault = !place.environment['AGENCY_ROOT']
  const fix = isDefault
    ? 'set AGENCY_ROOT to a directory that you may write'
    : 'set AGENCY_ROOT to another directory, or unset it'
  return { state: 'warn', detail, fix }
}

async function nearestExisting(path: string): Promise<string> {
  try {
    await stat(path)
    return path
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(code ?? '') && dirname(path) !== path) {
      return nearestExisting(dirname(path))
    }
    throw error
  }
}

async function mayWrite(path: string): Promise<boolean> {
  try {
    await access(path, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
