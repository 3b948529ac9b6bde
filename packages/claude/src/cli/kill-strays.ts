import { readdirSync, readFileSync } from 'node:fs'
import type { RunTag } from './run-tag.ts'

/**
 * Kills every process that carries the tag, wherever it has moved to: tools of Claude run in sessions of
 * their own, which the signal to Claude's group does not reach. Resolves when they are gone, or after a
 * second: what not even the kernel can end is left. Linux only; elsewhere there is no such list, and it
 * does nothing.
 */
export async function killStrays(tag: RunTag): Promise<void> {
  const others = new Set<number>()
  for (let round = 0; round < 200; round++) {
    const fresh = listProcesses().filter((pid) => !others.has(pid))
    const strays = fresh.filter((pid) => tag.isOn(pid) && !isDead(pid))
    for (const pid of strays) sendSignal(pid, 'SIGKILL')
    // Who has ended since the list was made may have started another one, which is not in it.
    if (strays.length === 0 && !fresh.some(isDead)) return
    for (const pid of fresh) if (!strays.includes(pid)) others.add(pid)
    await Bun.sleep(strays.length === 0 ? 0 : 5)
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

function listProcesses(): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').map(Number).filter(Number.isInteger)
}

/** Dead, and only not yet reaped by its parent: that may take as long as it likes. */
function isDead(pid: number): boolean {
  try {
    return / [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/^.*\)/s, ''))
  } catch {
    return true
  }
}
