import { expect, test } from 'vitest'
import type { Check } from './check.ts'
import { examine } from './examine.ts'
import { fakePlace } from './fake-place.ts'

const never = new AbortController().signal
const check = (look: Check['look']): Check => ({ name: 'it', needed: true, look })
const hangs = check(() => new Promise(() => undefined))

test('a check that hangs is ended and told, and does not hold up the others', async () => {
  const well = check(async () => ({ state: 'ok', detail: 'fine' }))
  const [first, second] = await examine([hangs, well], fakePlace({}), 20, never)
  expect(first).toMatchObject({ state: 'missing', detail: 'no answer within 0.02 s' })
  expect(second).toMatchObject({ state: 'ok' })
})

test('a check that cannot look says why', async () => {
  const broken = check(() => Promise.reject(new Error('EACCES: permission denied')))
  const [finding] = await examine([broken], fakePlace({}), 1_000, never)
  expect(finding).toMatchObject({ state: 'missing', detail: 'EACCES: permission denied' })
})

test('an interruption ends it at once', async () => {
  const interruption = new AbortController()
  const examined = examine([hangs], fakePlace({}), 60_000, interruption.signal)
  interruption.abort()
  await expect(examined).rejects.toMatchObject({ code: 'interrupted' })
})
