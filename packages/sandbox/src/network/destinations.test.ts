import type { LookupAddress } from 'node:dns'
import type { SandboxNetwork } from '@agency/core'
import { describe, expect, test } from 'vitest'
import { createDestinations } from './destinations.ts'

const names: Readonly<Record<string, string>> = {
  'example.com': '93.184.216.34',
  'rebound.com': '127.0.0.1',
  'intranet.com': '10.1.2.3',
  'metadata.com': '169.254.169.254',
  'unique-local.com': 'fd12::1',
}

const destinationsOf = (network: Exclude<SandboxNetwork, { mode: 'host' }>, always = ['']) =>
  createDestinations({
    network,
    always: always.filter(Boolean).map((text) => {
      const [host = '', port] = text.split('|')
      return { host, port: Number(port) }
    }),
    resolve: (name, _, callback) =>
      callback(null, [{ address: names[name] ?? '', family: 4 }] satisfies LookupAddress[]),
  })

describe('open', () => {
  const { permits } = destinationsOf({ mode: 'open' })

  test.each(['example.com', '93.184.216.34', '8.8.8.8', '2606:4700::1111', 'EXAMPLE.com.'])(
    'permits %s',
    (host) => expect(permits(host, 443)).toBe(true),
  )

  const refused = [
    ['127.0.0.1', '127.1', '0x7f.1', '2130706433', '0177.0.0.1', '0.0.0.0', '0'],
    ['localhost', 'LOCALHOST', 'localhost.', 'app.localhost'],
    ['::1', '[::1]', '::', '::ffff:127.0.0.1', '::ffff:7f00:1', '::127.0.0.1'],
    ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', '0xa.1'],
    ['169.254.169.254', '2852039166', '100.100.100.200', 'fd00:ec2::254'],
    ['fe80::1', 'fc00::1', 'fd12::1', '::ffff:10.0.0.1', '64:ff9b::a00:1', '2002:7f00:1::'],
    ['224.0.0.1', '255.255.255.255', '240.0.0.1', 'ff02::1', '192.0.2.1', '198.18.0.1'],
    ['', 'a b', 'evil.com\0.example.com', '127.0.0.1%lo', 'example.com/', 'a@b'],
  ].flat()

  test.each(refused)('refuses %j', (host) => expect(permits(host, 443)).toBe(false))
})

describe('a name', () => {
  const resolve = (name: string) =>
    new Promise((settle) => {
      destinationsOf({ mode: 'open' }).lookupFor(80)(name, {}, (error, address) =>
        settle(error === null ? address : error.message),
      )
    })

  test('resolves to its public address', async () => {
    expect(await resolve('example.com')).toBe('93.184.216.34')
  })

  test.each(['rebound.com', 'intranet.com', 'metadata.com', 'unique-local.com'])(
    '%s is refused for where it leads',
    async (name) => expect(await resolve(name)).toMatch(/blocked: resolved to/),
  )
})

describe('allowlist', () => {
  const domains = ['example.com', '*.example.org', 'api.test:8443', '10.0.0.1', 'localhost']
  const { permits } = destinationsOf({ mode: 'allowlist', domains })

  test.each([
    ['example.com', 80, true],
    ['api.example.org', 443, true],
    ['example.org', 443, false],
    ['api.test', 8443, true],
    ['api.test', 443, false],
    ['notexample.com', 443, false],
    ['example.com.evil.org', 443, false],
    ['8.8.8.8', 443, false],
    ['10.0.0.1', 443, false],
    ['localhost', 443, false],
  ])('%s:%d is %s', (host, port, expected) => expect(permits(host, port)).toBe(expected))
})

test('what is named one by one is permitted in every mode, at its port only', () => {
  for (const mode of ['open', 'none'] as const) {
    const { permits } = destinationsOf({ mode }, ['10.0.0.5|5432', '127.0.0.1|8080', 'db.lan|1'])
    expect([permits('10.0.0.5', 5432), permits('127.1', 8080), permits('DB.lan', 1)]).toEqual([
      true,
      true,
      true,
    ])
    expect([
      permits('10.0.0.5', 5433),
      permits('127.0.0.1', 80),
      permits('10.0.0.6', 5432),
    ]).toEqual([false, false, false])
  }
})

test('none permits nothing', () => {
  const { permits } = destinationsOf({ mode: 'none' })
  expect([permits('example.com', 443), permits('8.8.8.8', 53)]).toEqual([false, false])
})
