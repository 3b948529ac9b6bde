import { expect, test } from 'vitest'
import { redactSecrets } from './redact-secrets.ts'

test('a secret is replaced in every spelling that output gives it', () => {
  const secret = 'pa"ss/wörd\n42'
  const spellings = [secret, JSON.stringify(secret), encodeURIComponent(secret)]
  for (const spelling of spellings) {
    const redacted = redactSecrets(`before ${spelling} after`, [secret])
    expect(redacted).toMatch(/^before "?\[redacted\]"? after$/)
  }
})

test('of a secret that begins like another one nothing is left, whatever their order', () => {
  for (const secrets of [
    ['abcdef', 'abcdefghij-rest'],
    ['abcdefghij-rest', 'abcdef'],
  ]) {
    expect(redactSecrets('abcdefghij-rest, abcdef', secrets)).toBe('[redacted], [redacted]')
  }
  expect(redactSecrets('key%20one', ['key%20', 'key one'])).toBe('[redacted]')
})

test('keys and bearer tokens are known by their looks', () => {
  expect(redactSecrets('x-api-key: sk-ant-api03-AbCdEf_123-xyz', [])).toBe('x-api-key: [redacted]')
  expect(redactSecrets('authorization: Bearer abc.def-ghi123', [])).toBe(
    'authorization: Bearer [redacted]',
  )
  expect(redactSecrets('-H "Authorization: bearer abc.def-ghi123"', [])).toBe(
    '-H "Authorization: bearer [redacted]"',
  )
})

test('an ordinary text, or a value too short to be a secret, stays', () => {
  expect(redactSecrets('the bearer of news', [])).toBe('the bearer of news')
  expect(redactSecrets('a test on 1 core', ['', '1', 'test'])).toBe('a test on 1 core')
})

test('half a character in a secret is no reason to fail', () => {
  expect(redactSecrets('it is half-\ud800-of-it', ['half-\ud800-of-it'])).toBe('it is [redacted]')
})
