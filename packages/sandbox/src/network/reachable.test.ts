import { expect, test } from 'vitest'
import { isLoopback, parseEndpoint } from './endpoint.ts'
import { readReachable } from './reachable.ts'

test.each([
  ['127.0.0.1:5432', { host: '127.0.0.1', port: 5432 }],
  ['localhost:80', { host: 'localhost', port: 80 }],
  ['127.1:80', { host: '127.0.0.1', port: 80 }],
  ['[::1]:80', { host: '::1', port: 80 }],
  ['Db.Lan:5432', { host: 'db.lan', port: 5432 }],
  ['https://api.anthropic.com', { host: 'api.anthropic.com', port: 443 }],
  ['http://127.0.0.1:8080/v1?x=1', { host: '127.0.0.1', port: 8080 }],
  ['http://10.0.0.1', { host: '10.0.0.1', port: 80 }],
])('%s is an address', (text, endpoint) => {
  expect(parseEndpoint(text)).toEqual({ ok: true, value: endpoint })
})

test.each(['', 'host', 'host:', ':80', 'host:0', 'host:99999', 'host:a', '::1:80'])(
  '%j is none',
  (text) =>
    expect(parseEndpoint(text)).toMatchObject({ ok: false, error: { code: 'sandbox_error' } }),
)

test('loopback is told from the rest', () => {
  const hosts = ['127.0.0.1', '127.9.9.9', '::1', 'localhost', 'a.localhost', '10.0.0.1', 'db.lan']
  expect(hosts.filter((host) => isLoopback({ host, port: 1 }))).toEqual(hosts.slice(0, 5))
})

test('local services and the model are reachable one by one', () => {
  const policy = {
    workDirectory: '/w',
    network: { mode: 'open', allowLocal: ['10.0.0.1:1'] },
    modelAddress: 'http://127.0.0.1:2',
  } as const
  expect(readReachable(policy)).toEqual({
    ok: true,
    value: [
      { host: '10.0.0.1', port: 1 },
      { host: '127.0.0.1', port: 2 },
    ],
  })
})

test.each(['*', '*.com', 'http://a.com', 'a b', 'a.com/path'])('%j is no domain', (domain) => {
  const network = { mode: 'allowlist', domains: ['example.com', domain] } as const
  const result = readReachable({ workDirectory: '/w', network })
  expect(result).toMatchObject({ ok: false, error: { problem: `"${domain}" is no domain` } })
})
