import { AgencyError } from '@agency/core'

/** The disk did not do what it was asked to. What was stored before is still there. */
export class StorageError extends AgencyError<'storage_error'> {
  readonly path: string

  constructor(what: string, path: string, cause: unknown) {
    const [reason, fix] = explain(cause)
    super('storage_error', `cannot ${what} ${path}: ${reason}. ${fix}`, { data: { path }, cause })
    this.path = path
  }
}

/** The system's name of an error: `ENOENT`. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined
}

/** Does what `what` says; a failure of the file system becomes one that a person understands. */
export async function storing<T>(what: string, path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw systemCode(error) === undefined ? error : new StorageError(what, path, error)
  }
}

const permission = 'Give the user that runs agency access to it'

const explanations: Readonly<Record<string, readonly [reason: string, fix: string]>> = {
  ENOSPC: ['the disk is full', 'Free some space and run again; what was saved before is intact'],
  EDQUOT: [
    'the disk quota is used up',
    'Free some space and run again; what was saved before is intact',
  ],
  EROFS: ['the file system is read-only', 'Work in a directory that can be written'],
  EACCES: ['permission denied', permission],
  EPERM: ['the system does not permit it', permission],
  ENOENT: ['it does not exist', 'Check the path'],
  ENOTDIR: ['a part of the path is a file', 'Move that file away'],
  EISDIR: ['it is a directory', 'Move that directory away'],
  EMFILE: ['too many files are open', 'Raise the limit with "ulimit -n" and run again'],
  EIO: ['the disk reports an error', 'Check the disk'],
}

function explain(cause: unknown): readonly [reason: string, fix: string] {
  const known = explanations[systemCode(cause) ?? '']
  if (known !== undefined) return known
  return [cause instanceof Error ? cause.message : String(cause), 'Check the path and the disk']
}
