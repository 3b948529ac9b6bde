import type { Choices } from './random.ts'

const special = [
  ...'\'"`$(){}[];&|<>\\\n #!*?~=-+@:/'.split(''),
  '$(',
  '${',
  '$((',
  '((',
  '))',
  '[[',
  '<<',
  "$'",
  '$"',
  '\\\n',
  ' rm x',
  ';rm x',
  '\r',
  '\t',
  ' \\',
  "'\\''",
]

/** Breaks a script in a few places, as a parser and bash may read the pieces differently. */
export function mutate(script: string, choices: Choices): string {
  let text = script
  const times = 1 + choices.below(3)
  for (let round = 0; round < times; round++) {
    const at = choices.below(text.length + 1)
    const until = Math.min(text.length, at + 1 + choices.below(4))
    const change = choices.below(4)
    if (change === 0) text = text.slice(0, at) + choices.pick(special) + text.slice(at)
    else if (change === 1) text = text.slice(0, at) + text.slice(until)
    else if (change === 2) text = text.slice(0, at) + choices.pick(special) + text.slice(until)
    else
      text = text.slice(0, at) + text.slice(choices.below(text.length + 1), until) + text.slice(at)
  }
  return text
}
