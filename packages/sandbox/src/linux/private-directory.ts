import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Makes a directory that only this user can enter, for the sockets and files of one sandbox. On the
 * way it removes those that a killed agency left behind: their names tell whose they were.
 */
export async function createPrivateDirectory(): Promise<string> {
  const root = tmpdir()
  const namespace = /\d+/.exec(await readlink('/proc/self/ns/pid'))?.[0] ?? ''
  await removeLeftovers(root, namespace)
  return mkdtemp(join(root, `${prefix}${namespace}-${process.pid}-`))
}

const prefix = 'agency-sandbox-'

async function removeLeftovers(root: string, namespace: string): Promise<void> {
  for (const name of await readdir(root)) {
    // A process id means nothing in another PID namespace, where /tmp may well be the same.
    if (!name.startsWith(`${prefix}${namespace}-`)) continue
    const owner = Number(name.split('-')[3])
    if (isAlive(owner)) continue
    // Another user's stays: only they may remove it.
    await rm(join(root, name), { recursive: true, force: true }).catch(() => {})
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
