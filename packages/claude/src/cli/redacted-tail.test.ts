import { expect, test } from 'vitest'
import { createRedactedTail } from './redacted-tail.ts'

const kibibyte = 'x'.repeat(1023)

function tailOf(secrets: readonly string[], ...texts: readonly string[]): string {
  const tail = createRedactedTail(secrets)
  for (const text of texts) tail.add(text)
  return tail.text()
}

test('a short text is there as a whole, without its secrets', () => {
  expect(tailOf(['hunter-42'], 'the key hun', 'ter-42 was refused')).toBe(
    'the key [redacted] was refused',
  )
})

test('of a long text the end is kept', () => {
  const text = tailOf([], ...Array.from({ length: 1000 }, () => `${kibibyte}\n`), 'the end')
  expect(text).toHaveLength(64 * 1024)
  expect(text.endsWith('x\nthe end')).toBe(true)
})

test('wherever a text is cut, nothing of a secret is left', () => {
  const secrets = ['one two\nthree', 'plain"secret']
  const spellings = ['one two\nthree', 'one two\\nthree', 'one%20two%0Athree', 'sk-ant-0123456789']
  const kept = (64 + 8) * 1024
  for (const secret of spellings) {
    for (let cut = 0; cut <= secret.length; cut++) {
      const once = `${secret}${'.'.repeat(kept - cut)}`
      const often = `${secret}.`.repeat(10_000).slice(cut)
      for (const text of [once, often]) {
        const shown = tailOf(secrets, text.slice(0, 50_001), text.slice(50_001))
        expect(shown).toMatch(/^[redacted\].]*(\[redacted\]|\.)+$/)
      }
    }
  }
})

test('of a long secret, too, whose beginning was cut off nothing is left', () => {
  const known = '€'.repeat(3_000)
  const byItsForm = `sk-ant-${'a'.repeat(5_000)}`
  for (const [secrets, secret] of [
    [[known], known],
    [[known], encodeURIComponent(known)],
    [[], byItsForm],
  ] as const) {
    for (let rest = 40; rest <= 80; rest += 2) {
      expect(tailOf(secrets, secret + '.'.repeat(rest * 1024))).toMatch(/^(\[redacted\])?\.+$/)
    }
  }
})

test('a secret longer than the tail itself is not seen either', () => {
  const secret = kibibyte.repeat(100)
  expect(tailOf([secret], '.'.repeat(900_000), secret, '.', secret, '.')).toMatch(/^[.[\]redact]*$/)
})
