import { expect, test } from 'vitest'
import { freePort } from './free-port.ts'

test('no two are the same, and none is one that port 0 gives', async () => {
  const ports = [await freePort(), await freePort(), await freePort()]
  expect(new Set(ports).size).toBe(ports.length)
  for (const port of ports) expect(port).toBeLessThan(32_768)
})
