import type { Argument } from '../bash/argument.ts'
import type { Rule } from './rule.ts'

/**
 * `test` and `[` only look, but `-v name` evaluates a subscript in the name and so runs what stands
 * there. It must not appear, nor may a word that cannot be decided stand where an operator could:
 * `[ $x ]` with x='-v a[$(rm x)]'. Between fixed operators a quoted variable is harmless.
 */
export const testCommand: Rule = {
  commands: ['test', '['],
  check({ arguments: words }) {
    for (const [index, word] of words.entries()) {
      if (word.splits) return `\`${word.source}\` may become several words; put it in quotes`
      if (word.texts?.some((text) => text === '-v' || text === '-R')) {
        return '-v cannot be judged; use [ -n "$name" ]'
      }
      if (
        word.texts === undefined &&
        /^(-[vR]?)?$/.test(word.prefix) &&
        !standsBesideOperator(words, index)
      ) {
        return `\`${word.source}\` could become an operator; compare it: [ "$x" = "y" ] or [ -n "$x" ]`
      }
    }
    return undefined
  },
  match: [
    '[ -f a ]',
    'test -d src && ls src',
    '[ "$x" = "y" ]',
    '[ -n "$x" ]',
    '[ $? -eq 0 ]',
    '[ "$x" ]',
    '[ ! -e a ]',
    '[ -z "$x" -o "$y" = b ]',
  ],
  notMatch: [
    '[ -v a ]',
    'test -v "a[0]"',
    '[ $x ]',
    '[ "-$x" "a[0]" ]',
    '[ "$x" "$y" ]',
    "[ -'v' a ]",
    '[ ! "$x" "$y" ]',
  ],
}

const unary = /^-[a-uw-zA-QS-Z]$/
const binary = /^(=|==|!=|<|>|-eq|-ne|-lt|-le|-gt|-ge|-nt|-ot|-ef)$/

function standsBesideOperator(words: readonly Argument[], index: number): boolean {
  const at = (offset: number) => {
    const texts = words[index + offset]?.texts
    return texts?.length === 1 ? texts[0] : undefined
  }
  const alone = words.length <= 2 && index === 0 && (at(1) === ']' || words.length === 1)
  return alone || unary.test(at(-1) ?? '') || binary.test(at(-1) ?? '') || binary.test(at(1) ?? '')
}
