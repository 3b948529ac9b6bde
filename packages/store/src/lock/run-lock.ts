import { link, readFile, rm } from 'node:fs/promises'
import { AgencyError, err, ok, type Result } from '@agency/core'
import { StorageError, storing, systemCode } from '../files/storage-error.ts'
import { removeLeftovers, writeDurably } from '../files/write-atomically.ts'
import { stateDirectory, stateFile } from '../project/layout.ts'
import { identifyProcess, isAlive, type ProcessIdentity } from './process-identity.ts'

/** Held by the one run that works in a project. Disposing it gives it back. */
export interface RunLock extends AsyncDisposable {
  readonly path: string
}

export class ProjectBusyError extends AgencyError<'project_busy'> {
  constructor(path: string, holder: LockHolder | undefined) {
    super('project_busy', busyMessage(path, holder), { data: { path, ...holder } })
  }
}

/**
 * The right to run in a project; `.autonoe/` must exist. Refused while another run lives. The lock
 * of one that is gone is taken over, by one taker even if many try.
 */
export async function acquireRunLock(
  projectDirectory: string,
): Promise<Result<RunLock, ProjectBusyError | StorageError>> {
  const path = stateFile(projectDirectory, 'run.lock')
  const own: LockHolder = {
    ...(await identifyProcess(process.pid)),
    startedAt: new Date().toISOString(),
    token: crypto.randomUUID(),
  }
  try {
    return await storing('write', path, async () => {
      const blocker = await take(path, own)
      if (blocker !== undefined) return err(blocker)
      await removeLeftovers(stateDirectory(projectDirectory))
      return ok({ path, [Symbol.asyncDispose]: () => release(path, own) })
    })
  } catch (error) {
    if (error instanceof StorageError) return err(error)
    throw error
  }
}

interface LockHolder extends ProcessIdentity {
  /** ISO 8601. */
  readonly startedAt: string
  /** Tells two locks of one process apart. */
  readonly token: string
}

/** Undefined when it is ours now. */
async function take(path: string, own: LockHolder): Promise<ProjectBusyError | undefined> {
  for (;;) {
    if (await create(path, own)) return undefined
    const holder = await readHolder(path)
    if (holder === 'gone') continue
    if (holder === 'unreadable') return new ProjectBusyError(path, undefined)
    if ((await isAlive(holder)) !== false) return new ProjectBusyError(path, holder)
    const blocker = await removeStale(path, holder, own)
    if (blocker !== undefined) return blocker
  }
}

/**
 * Two takers that both found the same dead lock must not each remove "it": the second would remove
 * the first one's new lock. So whoever removes it holds a claim on that very lock, and looks again.
 */
async function removeStale(
  path: string,
  stale: LockHolder,
  own: LockHolder,
): Promise<ProjectBusyError | undefined> {
  const claim = `${path}.${stale.token}.claim`
  if (!(await create(claim, own))) {
    const claimant = await readHolder(claim)
    if (claimant === 'gone') return undefined
    if (claimant === 'unreadable') return new ProjectBusyError(claim, undefined)
    if ((await isAlive(claimant)) !== false) return new ProjectBusyError(path, claimant)
    await rm(claim, { force: true })
    return undefined
  }
  try {
    const current = await readHolder(path)
    if (typeof current === 'object' && current.token === stale.token)
      await rm(path, { force: true })
    return undefined
  } finally {
    await rm(claim, { force: true })
  }
}

async function release(path: string, own: LockHolder): Promise<void> {
  const holder = await readHolder(path)
  if (typeof holder === 'object' && holder.token === own.token) await rm(path, { force: true })
}

/** Whole or not at all: a link to a finished file, so that nobody reads half a lock. */
async function create(path: string, holder: LockHolder): Promise<boolean> {
  const temporary = `${path}.${crypto.randomUUID()}.tmp`
  try {
    await writeDurably(temporary, `${JSON.stringify(holder, undefined, 2)}\n`)
    await link(temporary, path)
    return true
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false
    throw error
  } finally {
    await rm(temporary, { force: true })
  }
}

async function readHolder(path: string): Promise<LockHolder | 'gone' | 'unreadable'> {
  try {
    const holder: unknown = JSON.parse(await readFile(path, 'utf8'))
    return isHolder(holder) ? holder : 'unreadable'
  } catch (error) {
    return systemCode(error) === 'ENOENT' ? 'gone' : 'unreadable'
  }
}

function isHolder(value: unknown): value is LockHolder {
  if (typeof value !== 'object' || value === null) return false
  const { pid, host, start, startedAt, token }: Partial<Record<string, unknown>> = { ...value }
  return (
    typeof pid === 'number' &&
    Number.isInteger(pid) &&
    pid > 0 &&
    typeof host === 'string' &&
    (typeof start === 'string' || start === null) &&
    typeof startedAt === 'string' &&
    typeof token === 'string' &&
    /^[\w-]+$/.test(token)
  )
}

function busyMessage(path: string, holder: LockHolder | undefined): string {
  if (holder === undefined) return `${path} is no lock of agency. If no run is going on, delete it`
  const { pid, host, startedAt } = holder
  return `another run works in this project: pid ${pid} on ${host}, started ${startedAt}. Wait for it, stop it, or, if it is gone, delete ${path}`
}
