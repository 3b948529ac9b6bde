import { cac } from 'cac'
import type { Command, Invocation } from './command.ts'
import { UsageError } from './usage-error.ts'

/** Reads the words after a command's name. Throws a UsageError that says what to change. */
export function parseArguments(command: Command, words: readonly string[]): Invocation {
  const parser = cac(command.name)
  const entry = parser.command(command.operands ?? '', command.summary)
  for (const option of [...command.options, ...commonOptions]) {
    entry.option(option.flags, option.description)
  }
  const { args, options } = parser.parse(['', '', ...protect(words)], { run: false })
  const { '--': rest, ...given } = options
  const known = new Map(
    [...command.options, ...commonOptions].map((option) => [camelName(option.flags), option]),
  )
  const values: Record<string, string | true | string[]> = {}
  for (const [name, value] of Object.entries(given)) {
    if (name.length === 1 || value === undefined) continue
    const option = known.get(name)
    if (option === undefined) throw new UsageError(`unknown option --${kebab(name)}`)
    values[name] = readValue(name, value, option)
  }
  const operands = args.map((word) => unprotect(String(word)))
  checkOperands(command, operands)
  return { operands, options: values, rest: (rest as string[] | undefined) ?? [] }
}

export const commonOptions = [
  { flags: '-h, --help', description: 'show this help' },
  { flags: '-v, --version', description: 'show the version' },
] as const

/**
 * The parser reads `42` as a number, `-` as a flag and drops a lone dash. A mark in front of every
 * value keeps it the text that was typed.
 */
const mark = '\u0001'

function protect(words: readonly string[]): string[] {
  const end = words.indexOf('--')
  const before = end === -1 ? words : words.slice(0, end)
  const after = end === -1 ? [] : words.slice(end)
  const marked = before.flatMap((word) => {
    if (!word.startsWith('-') || word === '-') return [mark + word]
    const equals = word.indexOf('=')
    if (equals === -1) return [word]
    return [word.slice(0, equals), mark + word.slice(equals + 1)]
  })
  return [...marked, ...after]
}

function unprotect(word: string): string {
  return word.startsWith(mark) ? word.slice(mark.length) : word
}

function readValue(
  name: string,
  value: unknown,
  option: { readonly flags: string; readonly repeatable?: boolean },
): string | true | string[] {
  const takesValue = option.flags.includes('<')
  if (!takesValue) {
    if (value === true) return true
    throw new UsageError(`--${kebab(name)} takes no value`)
  }
  const texts = [value].flat().map((text) => {
    if (typeof text !== 'string')
      throw new UsageError(`--${kebab(name)} needs a value: ${option.flags}`)
    return unprotect(text)
  })
  if (option.repeatable) return texts
  const [text, second] = texts
  if (second !== undefined) throw new UsageError(`--${kebab(name)} was given twice`)
  return text ?? ''
}

function checkOperands(command: Command, operands: readonly string[]): void {
  const declared = [...(command.operands ?? '').matchAll(/[<[](\.\.\.)?([^>\]]+)[>\]]/g)]
  const needed = (command.operands ?? '').match(/</g)?.length ?? 0
  const missing = declared[operands.length]
  if (operands.length < needed) throw new UsageError(`missing ${missing?.[0] ?? 'argument'}`)
  const variadic = declared.some((operand) => operand[1] !== undefined)
  if (!variadic && operands.length > declared.length) {
    const extra = operands[declared.length]
    throw new UsageError(`unexpected argument "${extra}"; put quotes around text with spaces`)
  }
}

function camelName(flags: string): string {
  const long = /--([a-z0-9-]+)/.exec(flags)?.[1] ?? ''
  return long.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
