import { anyText } from '@agency/testing'
import fc from 'fast-check'
import { createBashPolicy } from '../src/bash-policy.ts'
import { judgeCommand } from '../src/judge-command.ts'

/** Bytes as latin-1, and any Unicode. */
export const noise: fc.Arbitrary<string> = fc.oneof(
  fc.uint8Array({ maxLength: 400 }).map((data) => new TextDecoder('latin1').decode(data)),
  anyText({ maxLength: 400 }),
)

const tokens = [
  ...'\'"`$(){}[];&|<>\\\n #!*?~=-'.split(''),
  ...'$( ${ $(( (( )) [[ ]] << <<< <( ;; &&'.split(' '),
  ...'if then fi for do done case esac in ls'.split(' '),
  "$'",
  ' x ',
]

/** The words and signs of bash in any order. */
export const syntax: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...tokens), { maxLength: 120 })
  .map((parts) => parts.join(''))

/** Each opens something, or goes on; many of them nest deep or run long. */
export const openers: readonly string[] = [
  '(',
  '{ ',
  '$(',
  '"$(',
  '${x:-',
  '$((',
  '`',
  '[[ ( ',
  '<(',
  'if ls; then ',
  'while ',
  'case a in a) ',
  '{a,',
  '((',
  "'",
  '"',
  '<<E\n',
  'a=(',
  '! ',
  '\\',
  '${',
  'ls;',
  'ls|',
  '{1..9}',
  '*',
  'x=$x ',
  'for i in 1; do ',
]

const policy = createBashPolicy({ projectDirectory: '/home/engineer/project' })

/** Milliseconds for the longest line there is; a thousand times what an everyday line takes. */
const patience = 10_000

/** Judges the line; too slow is an exception, as a bug of the judge is. */
export function judged(line: string): 'allow' | 'deny' {
  const start = performance.now()
  const { decision } = judgeCommand(line, policy)
  const took = performance.now() - start
  if (took > patience) throw new Error(`${took} ms for ${JSON.stringify(line.slice(0, 80))}`)
  return decision
}
