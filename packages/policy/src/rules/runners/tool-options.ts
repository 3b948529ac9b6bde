import { type Argument, onlyText } from '../../bash/argument.ts'

/** The value of an option, and how many words the two take. */
interface OptionValue {
  readonly value: Argument | undefined
  readonly width: 1 | 2
}

/**
 * What the option at this place hands to one of the options named, in whatever way its tool may read
 * it: `--onSuccess x`, `--on-success=x`, `-c x`, `-cx`, `-ic x`.
 */
export function valuesOf(
  words: readonly Argument[],
  index: number,
  names: readonly string[],
): readonly OptionValue[] {
  const word = words[index]
  if (word === undefined || names.length === 0) return []
  const text = onlyText(word) ?? word.prefix
  const at = text.indexOf('=')
  const next: OptionValue = { value: words[index + 1], width: 2 }
  const attached = (from: number): OptionValue => ({ value: restOf(word, from), width: 1 })
  const values: OptionValue[] = []
  if (names.includes(plainName(text))) values.push(at === -1 ? next : attached(at + 1))
  const [letters = ''] = /^-[A-Za-z]+/.exec(text) ?? []
  for (let place = 1; place < letters.length; place++) {
    if (!names.includes(letters.charAt(place))) continue
    const isLast = place + 1 === text.length && onlyText(word) !== undefined
    values.push(isLast ? next : attached(text.charAt(place + 1) === '=' ? place + 2 : place + 1))
  }
  return values
}

/** An option's name without dashes and without upper case: `--onSuccess`, `--on-success`, `--ONSUCCESS`. */
export function plainName(text: string): string {
  return (text.split('=', 1)[0] ?? text).replaceAll('-', '').toLowerCase()
}

function restOf(word: Argument, from: number): Argument | undefined {
  const text = onlyText(word)
  if (text === undefined) return undefined
  const value = text.slice(from)
  return { source: word.source, texts: [value], prefix: value, splits: false }
}
