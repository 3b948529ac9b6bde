import { temporaryDirectory } from '@agency/testing'
import { expect, test } from 'vitest'
import { openNetwork } from './open-network.ts'

test('the proxy makes way for ports that the command serves on', async () => {
  await using directory = await temporaryDirectory()
  const ports = [61_080, 61_081]
  await using network = await openNetwork({ mode: 'open' }, [], directory.path, ports)
  expect(network.relays.map(({ port }) => port)).toEqual([61_082])
  expect(network.variables['HTTP_PROXY']).toBe('http://127.0.0.1:61082')
})
