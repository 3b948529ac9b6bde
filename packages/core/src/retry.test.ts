import { fakeClock, verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import { systemClock } from './clock.ts'
import { defaultRetryPolicy, retry } from './retry.ts'

const ports = (random = () => 0.5) => {
  const clock = fakeClock()
  const signal = new AbortController().signal
  return { clock, random, signal, timeLeftMs: () => Number.POSITIVE_INFINITY }
}

test('a settled attempt is the last one', async () => {
  const numbers: number[] = []
  const outcome = await retry(
    async (number) => {
      numbers.push(number)
      return { settled: number === 2, value: `attempt ${number}` }
    },
    defaultRetryPolicy,
    ports(),
  )
  expect(outcome).toEqual({ value: 'attempt 2', attempts: 2, exhausted: false })
  expect(numbers).toEqual([1, 2])
})

verifies('RUN-047', 'the waits are based on 1 s and 2 s, with jitter either way', async () => {
  for (const [random, waits] of [
    [() => 0.5, [1000, 2000]],
    [() => 0, [750, 1500]],
    [() => 1, [1250, 2500]],
  ] as const) {
    const { clock, ...rest } = ports(random)
    const never = async () => ({ settled: false, value: 'down' })
    const outcome = await retry(never, defaultRetryPolicy, { clock, ...rest })
    expect(clock.waits).toEqual(waits)
    expect(outcome).toEqual({ value: 'down', attempts: 3, exhausted: true })
  }
})

test("a server's own time replaces the computed wait", async () => {
  const { clock, ...rest } = ports()
  const never = async () => ({ settled: false, value: 0, retryAfterMs: 42_000 })
  await retry(never, defaultRetryPolicy, { clock, ...rest })
  expect(clock.waits).toEqual([42_000, 42_000])
})

test('a server that asks for more time than there is left has the last word, at once', async () => {
  const { clock, ...rest } = ports()
  const endsAt = clock.now() + 60_000
  const timeLeftMs = () => endsAt - clock.now()
  const attempt = async () => ({ settled: false, value: 'rate limited', retryAfterMs: 42_000 })
  const outcome = await retry(attempt, defaultRetryPolicy, { clock, ...rest, timeLeftMs })
  expect(outcome).toEqual({ value: 'rate limited', attempts: 2, exhausted: false })
  expect(clock.waits).toEqual([42_000])
  const exactly = { ...rest, clock, timeLeftMs: () => 42_000 }
  expect(await retry(attempt, defaultRetryPolicy, exactly)).toMatchObject({ attempts: 1 })
})

test('an abort ends the wait with its reason, and no attempt follows', async () => {
  const controller = new AbortController()
  let attempts = 0
  const run = retry(
    async () => {
      attempts++
      return { settled: false, value: 0, retryAfterMs: 60_000 }
    },
    defaultRetryPolicy,
    {
      clock: systemClock,
      random: Math.random,
      signal: controller.signal,
      timeLeftMs: () => Number.POSITIVE_INFINITY,
      onWait: () => controller.abort(new Error('enough')),
    },
  )
  await expect(run).rejects.toThrow('enough')
  expect(attempts).toBe(1)
})
