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
  const values = isDecided(word) ? word.texts : [undefined]
  for (const value of values) {
    const objection = objectionToValue(name, value?.slice(name.length + 1))
    if (objection !== undefined) return objection
  }
  return undefined
}

/**
 * What cross-env takes for NAME=value: it looks for one anywhere in the word, so that `--PATH=./evil`
 * sets PATH.
 */
export function environmentWithin(word: Argument): Argument | undefined {
  let at = word.prefix.search(/\w=/)
  if (at === -1) return undefined
  while (at > 0 && /\w/.test(word.prefix.charAt(at - 1))) at--
  return {
    ...word,
    texts: word.texts?.map((text) => text.slice(at)),
    prefix: word.prefix.slice(at),
  }
}

const assignment = /^([A-Za-z_]\w*)=/
