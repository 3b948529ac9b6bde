import { type Argument, isDecided } from '../bash/argument.ts'
import { isAssignable, objectionToValue } from '../bash/assignable.ts'
import { severalWords } from './options.ts'

/** Whether a word sets a variable for what follows it, as after env and cross-env. */
export function isEnvironment(word: Argument | undefined): word is Argument {
  return word !== undefined && assignment.test(word.prefix)
}

export function objectionToEnvironment(word: Argument): string | undefined {
  const name = assignment.exec(word.prefix)?.[1] ?? ''
  if (word.splits) return severalWords(word)
  if (!isAssignable(name)) return `${name} decides what programs load or start`
  const value = isDecided(word) ? word.texts[0]?.slice(name.length + 1) : undefined
  return objectionToValue(name, value)
}

const assignment = /^([A-Za-z_]\w*)=/
