import { readdirSync, readFileSync } from 'node:fs'

/**
 * Signals every process of the innermost PID namespace below a process, its init excepted: the
 * command, whatever it started, and nothing of the machinery around it.
 */
export function signalInside(pid: number, signal: NodeJS.Signals): void {
  const processes = descendants(pid).map((id) => ({ id, namespaced: namespacedIds(id) }))
  const depth = Math.max(0, ...processes.map(({ namespaced }) => namespaced.length))
  for (const { id, namespaced } of processes) {
    if (namespaced.length < depth || namespaced.at(-1) === 1) continue
    try {
      process.kill(id, signal)
    } catch {
      // It ended in the meantime.
    }
  }
}

function descendants(pid: number): number[] {
  const children = threads(pid).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  )
  return [...children, ...children.flatMap(descendants)]
}

function threads(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

/** The ids of one process, one for each PID namespace it is seen from, the innermost last. */
function namespacedIds(pid: number): number[] {
  const line = /^NSpid:(.*)$/m.exec(read(`/proc/${pid}/status`))?.[1] ?? ''
  return line.split(/\s+/).filter(Boolean).map(Number)
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
