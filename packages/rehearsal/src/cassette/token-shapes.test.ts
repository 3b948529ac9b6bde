import { verifies } from '@agency/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blankTokens } from './token-shapes.ts'

const a = (length: number) => 'aB3dE5gH7jK9'.repeat(20).slice(0, length)

/** In pieces, so that nobody takes these for leaked. */
const secrets: [title: string, before: string, secret: string, after?: string][] = [
  ['a GitHub token', 'it is ', `${'gh'}p_${a(36)}`],
  ['a fine-grained GitHub token', '', `github${'_pat_'}${a(60)}`],
  ['a GitLab token', 'token ', `${'gl'}pat-${a(20)}`],
  ['an npm token', '//registry/:_authToken=', `${'np'}m_${a(36)}`],
  ['a Slack token', '', `${'xo'}xb-123456789012-${a(24)}`],
  ['an AWS key id', 'id ', `${'AK'}IA${'ABCDEFGH12345678'}`],
  ['an AWS secret key', 'aws_secret_access_key = ', `wJalrXUt/K7MDENG+bPx${a(20)}`],
  ['a Google key', '', `${'AI'}za${a(35)}`],
  ['a Stripe key', '', `${'sk'}_live_${a(24)}`],
  ['a JWT', 'jwt ', `${'ey'}JhbGciOiJI.${'ey'}JzdWIiOiIx.${a(43)}`],
  ['a basic authorization', 'Authorization: Basic ', 'dXNlcjpwYXNz'],
  ['a bare authorization', 'authorization: ', a(20)],
  ['a cookie', 'Set-Cookie: ', `session=${a(12)}; path=/`],
  ['a header that is called a token', 'x-corp-token: ', 'opensesame'],
  ['a header in JSON', '{"X-Api-Key": "', 'opensesame', '"}'],
  ['an option', 'deploy --token=', 'opensesame', ' --now'],
  ['a variable', 'export DB_PASSWORD=', 'correct-horse-battery'],
  ['a variable in quotes', "CORP_API_KEY='", 'opensesame', "' run"],
  ['a password in a file', 'password: ', 'hunter2000'],
  ['a password at the end of a sentence', 'The password: ', 'hunter2000', '.'],
  ['a token in JSON', '{"accessToken":"', a(20), '"}'],
  ['a password in an address', 'postgres://me:', 'pass', '@db.local/x'],
  ['a private key', '', pem('RSA PRIVATE KEY')],
  ['a private key that is not whole', 'head:\n', pem('PRIVATE KEY').slice(0, 120)],
  ['a private key with line numbers', '', pem('OPENSSH PRIVATE KEY').replaceAll('\n', '\n  2→')],
]

describe('blanked, wherever and however deep in JSON it stands, and once for all', () => {
  for (const [title, before, secret, after = ''] of secrets) {
    verifies('REH-004', title, () => {
      for (const first of ['', 'a line\n', 'he said "', '\u001B[32m']) {
        const inText = (words: string) => `${first}${before}${words}${after}`
        let [text, blanked] = [inText(secret), inText('REDACTED')]
        for (const depth of [1, 2, 3]) {
          text = JSON.stringify({ text })
          blanked = JSON.stringify({ text: blanked })
          expect(blankTokens(text, 'REDACTED'), `${depth} deep`).toBe(blanked)
          expect(blankTokens(blanked, 'REDACTED'), `${depth} deep`).toBe(blanked)
        }
      }
    })
  }
})

test('what a program says of tokens stays', () => {
  const source = [
    'function login(token: string, password: Password): void {',
    'const token = tokens[0]; const secret = sha256(name)',
    'const secret = base64.encode(x); max_tokens: 32000, "input_tokens": 12345678',
    'TOKEN=$(cat file) API_KEY=$KEY SECRET=<your secret> PASSWORD=`cat x`',
    `github-token: ${'$'}{{ secrets.GITHUB_TOKEN }}`,
    'private_key: /home/user1/keys/id.pem',
    'git clone https://github.com/a/b and git@github.com:a/b, http://127.0.0.1:8080/x@1',
    'the cookie: small. a-token: see below. -----BEGIN PUBLIC KEY----- MIIB',
    'commit 394f3540a1b2c3d4e5f60718293a4b5c6d7e8f90 sk-learn ghp_short eyJhbGciOiJI',
  ].join('\n')
  expect(JSON.parse(blankTokens(JSON.stringify({ source }), 'REDACTED'))).toEqual({ source })
})

test('JSON stays JSON, and what is blanked stays as it is', () => {
  const word = fc.constantFrom(
    ...[
      'x-corp-token',
      'password',
      'API_KEY',
      'cookie',
      'authorization',
      '-----BEGIN PRIVATE KEY-----',
    ],
    ...[
      ':',
      ': ',
      '=',
      '"',
      "'",
      '\\',
      '\n',
      '{',
      '}',
      '[',
      ',',
      '@',
      '://a:',
      'Basic ',
      'a1b2c3d4e5',
      '$',
    ],
  )
  const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(''))
  const leaf = fc.oneof(text, fc.integer({ min: 1e7, max: 1e9 }), fc.constantFrom(true, null))
  const nested = leaf.map((value) => JSON.stringify({ 'x-token': value }))
  const value = fc.dictionary(
    text,
    fc.oneof(leaf, nested, fc.array(leaf), fc.dictionary(text, leaf)),
  )
  fc.assert(
    fc.property(value, (body) => {
      const blanked = blankTokens(JSON.stringify({ list: [[body]] }), 'REDACTED')
      expect(() => JSON.parse(blanked)).not.toThrow()
      expect(blankTokens(blanked, 'REDACTED')).toBe(blanked)
    }),
    { numRuns: 150 },
  )
})

test('a large text is read in linear time', () => {
  for (const text of [
    'A'.repeat(2e6),
    'ab-'.repeat(7e5),
    'TOKEN='.repeat(3e5),
    '://a:'.repeat(4e5),
  ]) {
    const begun = performance.now()
    blankTokens(text, 'REDACTED')
    expect(performance.now() - begun).toBeLessThan(10_000)
  }
})

function pem(kind: string): string {
  const lines = [a(64), a(64), a(30)].join('\n')
  return `-----BEGIN ${kind}-----\n${lines}\n-----END ${kind}-----`
}

test('a text that nearly is a secret again and again is read in linear time', () => {
  const started = performance.now()
  for (const part of ['token=', 'access-key=', '://a:', 'cookie: a=']) {
    blankTokens(part.repeat(200_000 / part.length), 'REDACTED')
  }
  expect(performance.now() - started).toBeLessThan(10_000)
})
