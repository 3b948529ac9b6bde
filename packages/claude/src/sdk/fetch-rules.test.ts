import { expect, test } from 'vitest'
import { createFetchRules } from './fetch-rules.ts'

const isGranted = createFetchRules([
  'WebFetch(https://api.example.com/*)',
  'WebFetch(https://*.docs.test/v1/*)',
  'WebFetch(domain:other.test)',
  'Bash(*)',
])

test.each([
  'https://api.example.com/',
  'https://api.example.com/a/b?c=d',
  'https://en.docs.test/v1/x',
])('%s is granted', (url) => expect(isGranted(url)).toBe(true))

test.each([
  'http://api.example.com/',
  'https://api.example.com.evil.test/',
  'https://api.example.com@evil.test/',
  'https://me:pw@api.example.com/',
  'https://evil.test/.docs.test/v1/x',
  'https://en.docs.test/v1/../v2/x',
  'https://other.test/',
  'no url',
])('%s is not', (url) => expect(isGranted(url)).toBe(false))
