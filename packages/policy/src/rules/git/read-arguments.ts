import { type Argument, anyMark, isDecided, onlyText, revisionMark } from '../../bash/argument.ts'
import { isLongOption, severalWords } from '../options.ts'
import type { Call } from '../rule.ts'
import { objectionToTarget } from '../write-target.ts'
import type { GitForm } from './forms.ts'

export interface GitArguments {
  readonly operands: readonly Argument[]
  /** Those after `--`: certainly paths. */
  readonly paths: readonly Argument[]
  readonly options: readonly string[]
}

/** Sorts the arguments of a subcommand, or says which of them is not allowed. */
export function readArguments(call: Call, form: GitForm): GitArguments | string {
  const operands: Argument[] = []
  const options: string[] = []
  const words = call.arguments
  for (let index = 0; index < words.length; index++) {
    const word = words[index]
    if (word === undefined) break
    const text = onlyText(word)
    if (text === '--' || text === '--end-of-options') {
      const rest = words.slice(index + 1)
      // Options may follow all the same: `--` can be the value of the option before it, and pull hands on to fetch without it.
      for (const later of rest) {
        const objection = isHarmful(later.prefix, form)
          ? `\`${later.source}\` could be an option; leave it out`
          : objectionToAddress(later, form)
        if (objection !== undefined) return objection
      }
      return text === '--'
        ? { operands, paths: rest, options }
        : { operands: [...operands, ...rest], paths: [], options }
    }
    const head = text ?? word.prefix
    if (!head.startsWith('-') || head === '-') {
      const objection = objectionToUndecided(word, form)
      if (objection !== undefined) return objection
      operands.push(word)
      continue
    }
    const objection = objectionToOption(word, head, text === undefined, form)
    if (objection !== undefined) return objection
    options.push(head)
    if (form.writes?.some((option) => isSameOption(head, option))) {
      const attached = attachedValue(head)
      const target = attached === undefined ? words[++index] : literal(attached)
      if (target === undefined) return `${head} needs a path`
      const refusal =
        text === undefined && attached !== undefined
          ? 'write the path itself'
          : objectionToTarget(target, call.policy, call.state)
      if (refusal !== undefined) return refusal
    } else if (form.valued?.includes(head) || endsInValued(head, form)) {
      const value = words[++index]
      if (value?.splits) return severalWords(value)
      // The same letter takes no value in another subcommand: `git shortlog -n --output=x`.
      if (value !== undefined && isHarmful(value.prefix, form))
        return `\`${value.source}\` is not allowed after ${head}; write ${head}=… or leave it out`
    }
  }
  return { operands, paths: [], options }
}

function objectionToOption(
  word: Argument,
  head: string,
  open: boolean,
  form: GitForm,
): string | undefined {
  const name = head.split('=', 1)[0] ?? head
  if (isLongOption(head, '--help') && name.length > 3) return '--help opens a pager; use -h'
  const denied = form.denied?.find((option) => isLongOption(name, option))
  if (denied !== undefined) return `${name} is not allowed: it starts programs or writes elsewhere`
  if (form.deniedLetters !== undefined && hasLetter(head, form.deniedLetters)) {
    return `${head} is not allowed: it starts programs`
  }
  if (open && (word.splits || (head.startsWith('--') && !head.includes('=')))) {
    return `\`${word.source}\` cannot be decided; write the option itself`
  }
  return head.includes('::') ? `\`${word.source}\` names a transport program` : undefined
}

function objectionToUndecided(word: Argument, form: GitForm): string | undefined {
  const objection = objectionToAddress(word, form)
  if (objection !== undefined) return objection
  if (isDecided(word) || form.harmlessOptions) return undefined
  const begins = word.prefix.charAt(0)
  if (begins === revisionMark) return undefined
  if (word.splits || begins === '' || anyMark.test(begins)) {
    return `\`${word.source}\` could become an option; write it out, or put -- before it`
  }
  return undefined
}

/** `ext::sh` and `name::x` start a program that git finds by that name. */
function objectionToAddress(word: Argument, form: GitForm): string | undefined {
  const texts = word.texts ?? [word.prefix]
  if (texts.some((text) => /^[\w+.-]*::/.test(text)))
    return `\`${word.source}\` names a transport program`
  const open = word.texts === undefined && word.prefix === ''
  return form.addresses && open ? `\`${word.source}\` cannot be decided; write it out` : undefined
}

/** Whether git would start a program or write if this were an option. */
function isHarmful(text: string, form: GitForm): boolean {
  if (!text.startsWith('-')) return false
  const name = text.split('=', 1)[0] ?? text
  return (
    (form.denied?.some((option) => isLongOption(name, option)) ?? false) ||
    (form.deniedLetters !== undefined && hasLetter(text, form.deniedLetters)) ||
    (form.writes?.some((option) => isSameOption(text, option)) ?? false)
  )
}

function hasLetter(text: string, letters: string): boolean {
  const cluster = /^-[a-zA-Z0-9]+/.exec(text)?.[0] ?? ''
  return Array.from(letters).some((letter) => cluster.includes(letter))
}

function isSameOption(head: string, option: string): boolean {
  return option.startsWith('--') ? isLongOption(head, option) : hasLetter(head, option.slice(1))
}

/** The value in `--output=x` and in `-vox`, where only `-o` takes one. */
function attachedValue(head: string): string | undefined {
  if (head.startsWith('--'))
    return head.includes('=') ? head.slice(head.indexOf('=') + 1) : undefined
  const value = head.slice(head.indexOf('o') + 1)
  return value === '' ? undefined : value
}

/** A cluster such as `-am` takes the value of its last letter. */
function endsInValued(head: string, form: GitForm): boolean {
  return /^-[a-zA-Z]{2,}$/.test(head) && (form.valued?.includes(`-${head.slice(-1)}`) ?? false)
}

function literal(text: string): Argument {
  return { source: text, texts: [text], prefix: text, splits: false }
}
