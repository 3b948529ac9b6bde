import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'
import { UsageError } from './usage-error.ts'

test('what is text is read as it is', () => {
  for (const text of ['', 'grüße, 世界 👋\r\n', 'tab\t and escape \u001B[0m']) {
    expect(decodeText(new TextEncoder().encode(text), 'stdin')).toBe(text)
  }
})

test('what is no text is refused, and the words say what to do', () => {
  const latin1 = Uint8Array.from([0x67, 0x72, 0xfc, 0xdf, 0x65])
  expect(() => decodeText(latin1, 'stdin')).toThrow(UsageError)
  expect(() => decodeText(latin1, 'stdin')).toThrow('stdin is not UTF-8; convert it first')
  const half = new TextEncoder().encode('世').subarray(0, 2)
  expect(() => decodeText(half, 'stdin')).toThrow('stdin is not UTF-8')
  const utf16 = Uint8Array.from([0x61, 0x00, 0x62, 0x00])
  expect(() => decodeText(utf16, 'stdin')).toThrow('stdin is binary')
})
