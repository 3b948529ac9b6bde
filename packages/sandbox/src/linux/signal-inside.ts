import type { SandboxSignal } from '@agency/core'
import { readInnerRing } from './inner-ring.ts'
import { send } from './process-tree.ts'

/**
 * Signals the command and whatever it started, and nothing of the machinery around it. As long as
 * there is no command yet, the signal ends what would have started it.
 */
export function signalInside(pid: number, signal: SandboxSignal): void {
  const inside = readInnerRing(pid).filter((each) => each.inside !== 1)
  const targets = inside.length === 0 ? [pid] : inside.map(({ id }) => id)
  for (const id of targets) send(id, signal)
  if (!asksToEnd.has(signal)) return
  // What is stopped hears nothing but this.
  for (const id of targets) send(id, 'SIGCONT')
}

const asksToEnd: ReadonlySet<SandboxSignal> = new Set(['SIGINT', 'SIGTERM', 'SIGHUP'])
