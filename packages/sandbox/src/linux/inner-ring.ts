import { descendants, namespacedIds } from './process-tree.ts'

export interface InnerProcess {
  /** As agency sees it. */
  readonly id: number
  /** As it sees itself: 1 is bubblewrap's, 2 is the command. */
  readonly inside: number
}

/** The processes of the inner ring, by the process that was started for the outer one. */
export function readInnerRing(pid: number): readonly InnerProcess[] {
  const depth = namespacedIds(pid).length + 2
  return descendants(pid).flatMap((id) => {
    const ids = namespacedIds(id)
    const inside = ids.at(-1)
    return inside === undefined || ids.length !== depth ? [] : [{ id, inside }]
  })
}
