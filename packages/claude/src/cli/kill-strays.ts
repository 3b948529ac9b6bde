import { readdirSync, readFileSync } from 'node:fs'

/**
 * Kills every process whose environment carries the tag, wherever it has moved to: tools of Claude
 * run in groups of their own, which the signal to Claude's group does not reach. Resolves when they
 * are gone, or after a second: what not even the kernel can end is left. Linux only; elsewhere there is
 * no such list, and it does nothing.
 */
export async function killStrays(tag: string): Promise<void> {
  for (let round = 0; round < 200; round++) {
    const strays = findTagged(tag)
    if (strays.length === 0) return
    for (const pid of strays) sendSignal(pid, 'SIGKILL')
    await Bun.sleep(5)
  }
}

/** Sends a signal to a process, or to a group by its negative number. False when there is none. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch {
    return false
  }
}

function findTagged(tag: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && isTagged(pid, tag))
}

function isTagged(pid: number, tag: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(tag)
  } catch {
    return false // gone already, or not ours
  }
}
