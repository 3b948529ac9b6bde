import { expect, test } from 'vitest'
import { printable } from './printable.ts'

test('what controls a terminal is dropped; words, tabs and lines stay', () => {
  const shown = {
    'rm -rf x\u001B[2K\recho harmless': 'rm -rf xecho harmless',
    '\u001B[31mred\u001B[0m\n\tünï ✓ 👩‍💻': 'red\n\tünï ✓ 👩‍💻',
    '\u001B]0;title\u0007bad\u0000\u009B2J': 'bad',
    'a\u202Eb\u2066c\b': 'abc',
  }
  for (const [text, expected] of Object.entries(shown)) {
    expect(printable(text)).toBe(expected)
  }
})
