import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'

/** A process in a way that a later one with the same number is not mistaken for it. */
export interface ProcessIdentity {
  readonly pid: number
  readonly host: string
  /** The boot and the moment in it at which it started; null where the system does not tell. */
  readonly start: string | null
}

export async function identifyProcess(pid: number): Promise<ProcessIdentity> {
  return { pid, host: hostname(), start: await startOf(pid) }
}

/** Of a process on another machine, or in another container, nobody here can say that it is gone. */
export async function isAlive(identity: ProcessIdentity): Promise<boolean | 'unknown'> {
  if (identity.host !== hostname()) return 'unknown'
  if (!isRunning(identity.pid)) return false
  return identity.start === null || identity.start === (await startOf(identity.pid))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The 22nd field of /proc/<pid>/stat; the second is a name that may hold spaces and brackets. */
async function startOf(pid: number): Promise<string | null> {
  try {
    const [boot, stat] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ])
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie is over, though its number is still taken.
    return fields[0] === 'Z' ? 'ended' : `${boot.trim()}/${fields[19] ?? ''}`
  } catch {
    return null
  }
}
