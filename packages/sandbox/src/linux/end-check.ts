import { readInnerRing } from './inner-ring.ts'
import { children, countFilters, isZombie, namespacedIds } from './process-tree.ts'

/**
 * Tells whether the command of one sandbox has ended. Its parent, the inner ring's first process, is
 * within its reach: stopped by a tracer, it never tells of the end.
 */
export function createEndCheck(): (pid: number) => boolean {
  let first: number | undefined
  return (pid) => {
    first ??= readInnerRing(pid).find(({ inside }) => inside === 1)?.id
    if (first === undefined) return false
    const command = children(first).find((child) => namespacedIds(child).at(-1) === 2)
    // Stopped before it went under the filter, its parent has not taken note of its end either.
    return command === undefined ? hasStartedCommand(first, pid) : isZombie(command)
  }
}

/** bubblewrap goes under the filter itself as soon as the command is on its way. */
function hasStartedCommand(first: number, outermost: number): boolean {
  return countFilters(first) > countFilters(outermost)
}
