import { type Argument, isDecided } from '../bash/argument.ts'
import { either, type Outcome, type State } from '../bash/flow.ts'
import type { Judgement } from '../bash/judgement.ts'
import { absolutePath, isInside, physicalPath } from '../paths/resolve-path.ts'

/**
 * `cd` with a path that can be decided, inside the project. What follows is judged from there; where
 * cd may have failed, from both places. Entering a protected directory to read is allowed: a write
 * from there is not, for its path is then protected.
 */
export function changeDirectory(
  judgement: Judgement,
  words: readonly Argument[],
  state: State,
): Outcome {
  const operands = words[0]?.texts?.[0] === '--' ? words.slice(1) : words
  const [target, ...others] = operands
  if (target === undefined || others.length > 0 || !isDecided(target)) {
    judgement.object(`cd: write one path inside the project, without variables: cd src`)
    return either(state)
  }
  if (target.texts.some((text) => text === '' || text.startsWith('-'))) {
    judgement.object(`cd ${target.source}: write the path itself, or (cd directory && command)`)
    return either(state)
  }
  if (state.directories.length === 0 && !target.texts.every((text) => text.startsWith('/'))) {
    judgement.object('cd: where the shell is cannot be decided here; write (cd directory && …)')
    return either(state)
  }
  const { projectDirectory, files } = judgement.policy
  const project = physicalPath('/', projectDirectory, files) ?? projectDirectory
  const starts = state.directories.length === 0 ? ['/'] : state.directories
  const reached = target.texts.flatMap((text) => starts.map((start) => absolutePath(start, text)))
  const inside = reached.filter((directory) => {
    const physical = physicalPath('/', directory, files)
    return physical !== undefined && isInside(project, physical)
  })
  if (inside.length === 0) {
    judgement.object(`cd ${target.source}: stay inside the project`)
    return either(state)
  }
  return { success: { ...state, directories: [...new Set(reached)] }, failure: state }
}
