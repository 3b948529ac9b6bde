import type { Argument } from '../bash/argument.ts'

/** Why a word may not stand where one word is expected: it would bring others along. */
export function severalWords(word: Argument): string {
  return `\`${word.source}\` may become several words; put it in quotes`
}

/**
 * Whether text is this long option, alone, with a value, or abbreviated as GNU and git accept it:
 * `--recurs` is `--recursive`.
 */
export function isLongOption(text: string, option: string): boolean {
  if (!text.startsWith('--') || text.length < 3) return false
  const name = text.split('=', 1)[0] ?? text
  return option.startsWith(name)
}
