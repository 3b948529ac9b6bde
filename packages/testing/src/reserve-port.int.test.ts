import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { type ReservedPort, reservePort } from './reserve-port.ts'

test('a reserved port is reserved once, is free for a server, and is below those that the system hands out', async () => {
  await using held = new AsyncDisposableStack()
  const ports: ReservedPort[] = []
  for (let count = 0; count < 300; count++) ports.push(held.use(await reservePort()))
  const numbers = ports.map(({ port }) => port)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(Math.max(...numbers)).toBeLessThan(32_768)
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(numbers[0], '0.0.0.0', resolve)
  })
  await new Promise((resolve) => server.close(resolve))
})
