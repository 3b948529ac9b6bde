import { signalGroup } from '../process-group.ts'
import { children, send } from './process-tree.ts'

/**
 * Kills the first process of the outer ring, and the kernel everything in its PID namespace: stopped,
 * traced or deaf. Only when all of that is gone does the process that was started for it end.
 */
export function killRings(pid: number): void {
  const first = children(pid)
  if (first.length === 0) signalGroup(pid, 'SIGKILL')
  for (const id of first) send(id, 'SIGKILL')
}
