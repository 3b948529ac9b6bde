import type { Argument } from '../bash/argument.ts'

/** The arguments before a `--` that ends the options, and those after it. */
export function splitAtEnd(words: readonly Argument[]): {
  readonly before: readonly Argument[]
  readonly after: readonly Argument[]
} {
  const end = words.findIndex((word) => word.texts?.length === 1 && word.texts[0] === '--')
  return end === -1
    ? { before: words, after: [] }
    : { before: words.slice(0, end), after: words.slice(end + 1) }
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
