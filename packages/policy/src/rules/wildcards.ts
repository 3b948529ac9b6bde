import type { State } from '../bash/flow.ts'
import type { BashPolicy } from '../bash-policy.ts'

/**
 * Whether a wildcard at the start of a word could become an option: there would have to be a file
 * whose name begins with a dash. The line itself cannot make one (judge-write.ts).
 */
export function wildcardMayBeOption(policy: BashPolicy, state: State): boolean {
  if (state.directories.length === 0) return true
  return state.directories.some((directory) =>
    policy.files.entries(directory).some((name) => name.startsWith('-')),
  )
}
