import { cac } from 'cac'
import type { Command, Invocation, Option } from './command.ts'
import { nearest } from './nearest.ts'
import { commonOptions, longFlag, optionName, placeholder, shortFlag } from './options.ts'
import { UsageError } from './usage-error.ts'

/** Reads the words after a command's name. Throws a UsageError that says what to change. */
export function parseArguments(command: Command, words: readonly string[]): Invocation {
  const end = words.indexOf('--')
  const before = end === -1 ? words : words.slice(0, end)
  const after = end === -1 ? [] : words.slice(end + 1)
  const declared = [...command.options, ...commonOptions]
  const protectedWords = before.flatMap((word) => protect(word, declared))

  const parser = cac(command.name)
  const entry = parser.command(command.operands ?? '', command.summary)
  for (const option of declared) entry.option(option.flags, option.description)
  const { args, options: given } = parser.parse(['', '', ...protectedWords], { run: false })

  const options: Record<string, string | true | string[]> = {}
  for (const option of declared) {
    const value = readValue(option, given)
    if (value !== undefined) options[optionName(option)] = value
  }
  const rest = command.rest === undefined ? [] : after
  const operands = args.map((word) => unprotect(String(word)))
  if (command.rest === undefined) operands.push(...after)
  checkOperands(command, operands)
  return { operands, options, rest }
}

/**
 * The parser reads `42` as a number, `-` as a flag and `--a.b` as a path, and takes what it does not
 * know. So it sees only long flags that are declared, and a mark keeps every value the text it was.
 */
const mark = '\u0001'

function protect(word: string, declared: readonly Option[]): string[] {
  if (!word.startsWith('-') || word === '-') return [mark + word]
  const equals = word.indexOf('=')
  const flag = equals === -1 ? word : word.slice(0, equals)
  const option = declared.find((known) => longFlag(known) === flag || shortFlag(known) === flag)
  if (option === undefined) throw unknownOption(flag, declared)
  if (equals === -1) return [longFlag(option)]
  if (placeholder(option) === undefined) throw new UsageError(`${flag} takes no value`)
  return [longFlag(option), mark + word.slice(equals + 1)]
}

function unprotect(word: string): string {
  return word.startsWith(mark) ? word.slice(mark.length) : word
}

function unknownOption(flag: string, declared: readonly Option[]): UsageError {
  const meant = flag.startsWith('--') ? nearest(flag, declared.map(longFlag)) : undefined
  if (meant !== undefined) return new UsageError(`unknown option ${flag}; did you mean ${meant}?`)
  const dashed = 'text that begins with a dash goes after --, or as --option=-text'
  return new UsageError(`unknown option ${flag}; ${dashed}`)
}

function readValue(option: Option, given: Readonly<Record<string, unknown>>) {
  const flag = longFlag(option)
  const name = optionName(option)
  if (placeholder(option) === undefined) {
    // `--no-color` is to the parser a false `color`.
    const positive = /^no([A-Z])(.*)$/.exec(name)
    if (positive === null) return given[name] === undefined ? undefined : true
    const turnedOff = given[`${positive[1]?.toLowerCase()}${positive[2]}`]
    return [turnedOff].flat().includes(false) ? true : undefined
  }
  if (given[name] === undefined) return undefined
  const texts = [given[name]].flat().map((text) => {
    if (typeof text === 'string') return checkChoice(flag, unprotect(text), option.choices)
    throw new UsageError(`${flag} needs a value: ${flag} <${placeholder(option)}>`)
  })
  if (option.repeatable) return texts
  const [text, second] = texts
  if (second !== undefined) throw new UsageError(`${flag} was given twice`)
  return text
}

function checkChoice(what: string, text: string, choices: readonly string[] | undefined): string {
  if (choices === undefined || choices.includes(text)) return text
  throw new UsageError(`${what} is "${text}"; it takes ${choices.join(', ')}`)
}

function checkOperands(command: Command, operands: readonly string[]): void {
  const declared = [...(command.operands ?? '').matchAll(/[<[](\.\.\.)?([^>\]]+)[>\]]/g)]
  const needed = (command.operands ?? '').match(/</g)?.length ?? 0
  const [first] = operands
  if (operands.length < needed) {
    const choices = command.choices && operands.length === 0 ? command.choices.join(', ') : ''
    const missing = declared[operands.length]?.[0] ?? 'argument'
    throw new UsageError(`missing ${missing}${choices && `: ${choices}`}`)
  }
  const variadic = declared.some((operand) => operand[1] !== undefined)
  if (!variadic && operands.length > declared.length) {
    const extra = operands[declared.length]
    throw new UsageError(`unexpected argument "${extra}"; put quotes around text with spaces`)
  }
  if (first !== undefined) checkChoice(declared[0]?.[0] ?? '', first, command.choices)
}
