import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyOf, scanJson } from './scan-json.ts'

test('it agrees with JSON.parse on every JSON value, spaced or not', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2, '\t'), (value, space) => {
      expect(scanJson(JSON.stringify(value, undefined, space)).ok).toBe(true)
    }),
  )
})

test('whatever JSON.parse refuses it refuses too, and it never throws', () => {
  const nearly = fc
    .tuple(
      fc.json(),
      fc.nat(),
      fc.constantFrom('', ',', '}', '"', '\\', 'x', ' ', '\n', '01', '\u0001'),
    )
    .map(([text, at, noise]) => {
      const place = at % (text.length + 1)
      return text.slice(0, place) + noise + text.slice(place + 1)
    })
  fc.assert(
    fc.property(nearly, (text) => {
      const scan = scanJson(text)
      return scan.ok ? isJson(text) : scan.offset <= text.length
    }),
    { numRuns: 250 },
  )
})

test('it tells where a value begins', () => {
  const scan = scanJson('{ "a": [1, { "b": true }] }')
  expect(scan.ok && scan.offsets.get(keyOf(['a', 1, 'b']))).toBe(18)
})

test('a name that stands twice is an error, for one of the two would be lost', () => {
  expect(scanJson('{"a":1,"b":2,"a":3}')).toMatchObject({ ok: false, offset: 13 })
})

test('a text that is nested beyond reason is refused', () => {
  expect(scanJson('['.repeat(200_000))).toMatchObject({ ok: false })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
