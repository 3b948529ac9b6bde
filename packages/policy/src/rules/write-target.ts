import { type Argument, isDecided } from '../bash/argument.ts'
import type { State } from '../bash/flow.ts'
import type { BashPolicy } from '../bash-policy.ts'
import { objectionToWrite, type Touch } from '../paths/judge-write.ts'

/** Why an argument may not be written to, from any directory that the shell may be in. */
export function objectionToTarget(
  argument: Argument,
  policy: BashPolicy,
  state: State,
  touch: Touch = 'write',
): string | undefined {
  if (!isDecided(argument)) {
    return `\`${argument.source}\` cannot be decided as a place to write; write the path itself, without variables or wildcards`
  }
  return firstObjection(argument.texts, policy, state, touch)
}

export function firstObjection(
  texts: readonly string[],
  policy: BashPolicy,
  state: State,
  touch: Touch = 'write',
): string | undefined {
  for (const text of texts) {
    if (state.directories.length === 0 && !text.startsWith('/')) {
      return `"${text}" cannot be decided after this cd; write (cd directory && …) around it`
    }
    const directories = text.startsWith('/') ? ['/'] : state.directories
    for (const directory of directories) {
      const objection = objectionToWrite(text, directory, policy, touch)
      if (objection !== undefined) return objection
    }
  }
  return undefined
}
