import { readdirSync, readFileSync } from 'node:fs'

export function children(pid: number): number[] {
  return threads(pid).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  )
}

export function descendants(pid: number): number[] {
  return children(pid).flatMap((child) => [child, ...descendants(child)])
}

/** The ids of one process, one for each PID namespace it is seen from, the innermost last. */
export function namespacedIds(pid: number): number[] {
  return status(pid, 'NSpid').split(/\s+/).filter(Boolean).map(Number)
}

/** How many seccomp programs a process is under. */
export function countFilters(pid: number): number {
  return Number(status(pid, 'Seccomp_filters'))
}

/** Whether all of a process has ended, and only its parent has not taken note yet. */
export function isZombie(pid: number): boolean {
  const stat = read(`/proc/${pid}/stat`)
  const state = stat.charAt(stat.lastIndexOf(')') + 2)
  // The first thread may end before the others.
  return state === 'Z' && threads(pid).length <= 1
}

export function send(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal)
  } catch {
    // It ended in the meantime.
  }
}

function threads(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

function status(pid: number, name: string): string {
  const lines = read(`/proc/${pid}/status`).split('\n')
  return (
    lines
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim() ?? ''
  )
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
