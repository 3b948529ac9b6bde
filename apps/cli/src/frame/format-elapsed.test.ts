import { expect, test } from 'vitest'
import { formatElapsed } from './format-elapsed.ts'

test.each([
  [0, '0.0s'],
  [840, '0.8s'],
  [9_960, '10s'],
  [42_400, '42s'],
  [59_700, '1m 00s'],
  [185_000, '3m 05s'],
  [3_599_600, '1h 00m'],
  [32_820_000, '9h 07m'],
])('%i milliseconds are %s', (milliseconds, text) => {
  expect(formatElapsed(milliseconds)).toBe(text)
})
