import { mkdir } from 'node:fs/promises'
import { temporaryDirectory } from '@agency/testing'
import { expect, test } from 'vitest'
import { type SeatbeltOptions, seatbeltLine } from './seatbelt-line.ts'
import { createSeatbeltSandbox } from './seatbelt-sandbox.ts'

test('the profile denies first and opens what the policy lists', async () => {
  await using directory = await temporaryDirectory()
  for (const name of ['w', 'w/.autonoe', 'r']) await mkdir(directory.join(name))
  const sandbox = createSeatbeltSandbox({ path: '/usr/bin:/bin' })
  const wrapped = await sandbox.wrap(
    { argv: ['echo', "it's"], environment: { NAME: 'value' } },
    {
      workDirectory: directory.join('w'),
      readOnly: [directory.join('r')],
      protected: [directory.join('w/.autonoe')],
      network: { mode: 'none' },
    },
  )
  if (!wrapped.ok) throw wrapped.error
  await using command = wrapped.value
  const line = command.argv.join(' ')
  expect(command.environment).toEqual({ NAME: 'value' })
  expect(line).toContain('sandbox-exec')
  expect(line).toContain('(deny default')
  for (const path of ['/usr', '/System', '/Library', directory.join('r'), directory.join('w')]) {
    expect(line).toContain(path)
  }
  expect(line).not.toContain('(allow network*)')
})

test('only who publishes a port may listen', () => {
  const options: SeatbeltOptions = {
    command: ['true'],
    workDirectory: '/',
    paths: { readable: [], writable: [], protected: [] },
    serves: false,
    network: 'none',
    variables: {},
  }
  expect(seatbeltLine(options).join(' ')).not.toContain('network-bind')
  expect(seatbeltLine({ ...options, serves: true }).join(' ')).toContain('network-bind')
})

test('a network is a proxy that wants a token, and goes with its command', async () => {
  await using directory = await temporaryDirectory()
  const wrapped = await createSeatbeltSandbox({ path: '/usr/bin:/bin' }).wrap(
    { argv: ['true'], environment: {} },
    { workDirectory: directory.path, network: { mode: 'open' } },
  )
  if (!wrapped.ok) throw wrapped.error
  const proxy = new URL(wrapped.value.environment['HTTP_PROXY'] ?? '')
  expect(proxy.password).toMatch(/^.{32}$/)
  const ask = () => fetch(`http://127.0.0.1:${proxy.port}/`)
  expect((await ask()).status).toBeGreaterThanOrEqual(400)
  await wrapped.value[Symbol.asyncDispose]()
  await expect(ask()).rejects.toThrow()
})
