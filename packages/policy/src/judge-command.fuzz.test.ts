import { verifies } from '@agency/testing'
import fc from 'fast-check'
import { expect } from 'vitest'
import { createBashPolicy } from './bash-policy.ts'
import { judgeCommand } from './judge-command.ts'

const policy = createBashPolicy({ projectDirectory: '/home/engineer/project' })

/** Milliseconds for the longest line there is; a thousand times what an everyday line takes. */
const patience = 10_000

function judged(line: string): string {
  const start = performance.now()
  const { decision } = judgeCommand(line, policy)
  expect(performance.now() - start, JSON.stringify(line.slice(0, 80))).toBeLessThan(patience)
  return decision
}

verifies('AUT-203', 'random bytes neither throw nor hang', () => {
  const bytes = fc
    .uint8Array({ maxLength: 400 })
    .map((data) => new TextDecoder('latin1').decode(data))
  fc.assert(
    fc.property(fc.oneof(bytes, fc.string({ unit: 'binary', maxLength: 400 })), (line) => {
      judged(line)
    }),
    { numRuns: 400 },
  )
})

verifies('AUT-203', 'random syntax neither throws nor hangs', () => {
  const tokens = [
    ...'\'"`$(){}[];&|<>\\\n #!*?~=-'.split(''),
    '$(',
    '${',
    '$((',
    '((',
    '))',
    '[[',
    ']]',
    '<<',
    '<<<',
    "$'",
    'if',
    'then',
    'fi',
    'for',
    'do',
    'done',
    'case',
    'esac',
    'in',
    ' x ',
    'ls',
    ';;',
    '&&',
    '<(',
  ]
  const lines = fc
    .array(fc.constantFrom(...tokens), { maxLength: 120 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(lines, (line) => {
      judged(line)
    }),
    { numRuns: 600 },
  )
})

verifies('AUT-203', 'long and nested lines end soon, and those too deep end in a denial', () => {
  const openers = [
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
  for (const opener of openers) {
    for (const times of [30, 300, 3_000]) judged(opener.repeat(times))
    judged(`echo ${opener.repeat(2_000)} ls`)
  }
  for (const deep of ['(', '$(', '{ ']) expect(judged(deep.repeat(3_000))).toBe('deny')
})
