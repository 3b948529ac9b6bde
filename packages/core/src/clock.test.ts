import { expect, test } from 'vitest'
import { systemClock } from './clock.ts'

test('a sleep ends by itself', async () => {
  const before = systemClock.now()
  await systemClock.sleep(5, new AbortController().signal)
  expect(systemClock.now() - before).toBeGreaterThanOrEqual(4)
})

test('an abort ends a sleep with its reason, before or while it lasts', async () => {
  const reason = new Error('enough')
  await expect(systemClock.sleep(60_000, AbortSignal.abort(reason))).rejects.toBe(reason)
  const controller = new AbortController()
  const sleep = systemClock.sleep(60_000, controller.signal)
  controller.abort(reason)
  await expect(sleep).rejects.toBe(reason)
})

test('a sleep of months does not end at once', async () => {
  const controller = new AbortController()
  let over = false
  const sleep = systemClock.sleep(100 * 24 * 3_600_000, controller.signal).then(
    () => {
      over = true
    },
    () => {},
  )
  await systemClock.sleep(20)
  expect(over).toBe(false)
  controller.abort()
  await sleep
})
