import { type Command, type Option, wordsOf } from '../frame/command.ts'
import { commonOptions, longFlag, placeholder, shortFlag } from '../frame/options.ts'

/** The command table as a shell needs it: by the words typed so far, what may come next. */
export interface Grammar {
  readonly program: string
  readonly places: readonly Place[]
}

export interface Place {
  /** The words that lead here: `` at the start, `rehearsal`, `rehearsal serve`. */
  readonly path: string
  /** Words that lead on. */
  readonly words: readonly Described[]
  readonly flags: readonly Flag[]
  readonly operand: Values
}

export interface Described {
  readonly text: string
  readonly description: string
}

export interface Flag extends Described {
  readonly short?: string
  /** Undefined for a switch. */
  readonly value?: Values
}

export type Values =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'files' }
  | { readonly kind: 'directories' }
  /** Free text. */
  | { readonly kind: 'nothing' }

export function createGrammar(program: string, commands: readonly Command[]): Grammar {
  const paths = new Set(['', ...commands.flatMap((command) => prefixes(wordsOf(command)))])
  return { program, places: [...paths].map((path) => createPlace(path, commands)) }
}

function createPlace(path: string, commands: readonly Command[]): Place {
  const command = commands.find(({ name }) => name === path)
  const options = [...(command?.options ?? []), ...commonOptions]
  return {
    path,
    words: wordsAfter(path, commands),
    flags: options.map(createFlag),
    operand: valuesOf(
      /[<[](?:\.\.\.)?([^>\]]+)/.exec(command?.operands ?? '')?.[1],
      command?.choices,
    ),
  }
}

function wordsAfter(path: string, commands: readonly Command[]): Described[] {
  const depth = path === '' ? 0 : path.split(' ').length
  const words = new Map<string, string>()
  for (const command of commands) {
    const own = wordsOf(command)
    const word = own[depth]
    if (word === undefined || own.slice(0, depth).join(' ') !== path) continue
    const isLast = own.length === depth + 1
    if (isLast || !words.has(word)) words.set(word, isLast ? command.summary : `${word} …`)
  }
  return [...words].map(([text, description]) => ({ text, description }))
}

function createFlag(option: Option): Flag {
  const short = shortFlag(option)
  const name = placeholder(option)
  return {
    text: longFlag(option),
    description: option.description,
    ...(short === undefined ? {} : { short }),
    ...(name === undefined ? {} : { value: valuesOf(name, option.choices) }),
  }
}

const files: ReadonlySet<string> = new Set(['file', 'path', 'script', 'cassette'])

/** What a value is can be read from its name: `--cwd <directory>`. */
function valuesOf(name: string | undefined, choices: readonly string[] | undefined): Values {
  if (choices !== undefined) return { kind: 'words', words: choices }
  if (name === 'directory') return { kind: 'directories' }
  return { kind: name !== undefined && files.has(name) ? 'files' : 'nothing' }
}

function prefixes(words: readonly string[]): string[] {
  return words.map((_, index) => words.slice(0, index + 1).join(' '))
}
