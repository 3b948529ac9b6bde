import { createAIRequest } from '@agency/core'
import { verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import { resultLine } from '../../testing/claude-says.ts'
import { never, scriptedRunner } from '../../testing/scripted-runner.ts'
import { parseQuota } from './quota.ts'

const now = new Date('2026-11-15T10:30:00Z')
const reset = (text: string, at = now) => parseQuota(text, at)?.resetsAt?.toISOString()

verifies('RUN-062', 'the reset is an absolute time, whatever the zone and form', () => {
  expect(reset("You've hit your limit · resets 6pm (UTC)")).toBe('2026-11-15T18:00:00.000Z')
  expect(reset("You've hit your limit · resets 9am (UTC)")).toBe('2026-11-16T09:00:00.000Z')
  expect(reset("You've hit your limit · resets 10:30am (UTC)")).toBe('2026-11-16T10:30:00.000Z')
  expect(reset("You've hit your session limit · resets 4:45pm (America/New_York)")).toBe(
    '2026-11-15T21:45:00.000Z',
  )
  expect(reset('You’ve hit your weekly limit · resets Nov 18, 5pm (Asia/Kolkata)')).toBe(
    '2026-11-18T11:30:00.000Z',
  )
  expect(reset("You've hit your weekly limit · resets Jan 2 at 12am (UTC)")).toBe(
    '2027-01-02T00:00:00.000Z',
  )
  expect(reset('5-hour limit reached ∙ resets 12pm (UTC)')).toBe('2026-11-15T12:00:00.000Z')
  expect(reset('Opus weekly limit reached ∙ resets Nov 16, 12am (UTC)')).toBe(
    '2026-11-16T00:00:00.000Z',
  )
  expect(reset("You've hit your limit. Your limit resets at 6pm (UTC).")).toBe(
    '2026-11-15T18:00:00.000Z',
  )
  expect(reset('Claude AI usage limit reached|1794787200')).toBe('2026-11-16T00:00:00.000Z')
  expect(reset("You've hit your limit · resets 18:15 (UTC)")).toBe('2026-11-15T18:15:00.000Z')
  expect(reset("You've hit your limit · resets in 2h 15m")).toBe('2026-11-15T12:45:00.000Z')
})

test('a date that has just passed is not the one of next year', () => {
  const text = "You've hit your weekly limit · resets Nov 15, 10:30am (UTC)"
  for (const at of ['2026-11-15T10:30:20Z', '2026-11-16T10:00:00Z']) {
    expect(reset(text, new Date(at)), at).toBe('2026-11-15T10:30:00.000Z')
  }
})

test('a clock change between now and the reset is counted in', () => {
  const eveOfSummerTime = new Date('2026-03-28T20:00:00Z')
  expect(reset("You've hit your limit · resets 9am (Europe/Berlin)", eveOfSummerTime)).toBe(
    '2026-03-29T07:00:00.000Z',
  )
  expect(reset("You've hit your limit · resets 1:30am (Europe/Berlin)", eveOfSummerTime)).toBe(
    '2026-03-29T00:30:00.000Z',
  )
})

test('a limit without a time, or with one that nobody can read, is still a limit', () => {
  for (const text of [
    "You've hit your limit",
    "You've reached your usage limit · resets soon",
    "You've hit your limit · resets 6pm (Atlantis/Capital)",
    "You've hit your limit · resets 99pm (UTC)",
    "You've hit your limit · resets Foo 12, 5pm (UTC)",
    "You've hit your monthly spend limit. See Usage in Settings",
    "You've hit your limit.",
    "You've hit your limit for Opus 5.5",
    'Claude usage limit reached.',
    'Claude AI usage limit reached',
    'Usage limit reached',
    'Usage limit reached · limit resets soon',
    'spend limit reached · resets Dec 1',
    '5-hour limit reached ∙ resets 99pm\n     /upgrade to increase your usage limit.',
  ]) {
    expect(parseQuota(text, now), text).toEqual({ resetsAt: undefined })
  }
})

test('an answer that only speaks of limits is an answer', () => {
  for (const text of [
    'The rate limit reached in your logs resets 6pm (UTC).',
    "I changed the message to: You've hit your limit",
    `You've hit your limit in chess. ${'It happens. '.repeat(40)}`,
    `You've hit your limit · resets 6pm (UTC) ${'is what it shows, and it goes on. '.repeat(10)}`,
    'Rate limit reached.',
    'Rate limit reached',
    'Rate limit reached - the client waits and asks again.',
    'Context limit reached · /compact or /clear to continue',
    'Rate limit reached. The counter resets itself.',
    "You've hit your limit. That is the text on a 429.",
    "You've hit your limit, says src/api.ts.",
    "You've hit your limit - shown by src/api.ts when the account is used up",
    "You've hit your limit for today. That is on line 3.",
    "You've hit your limits",
    "You've hit your limit · resets 6pm (UTC)\n\nThat is line 3 of src/limits.ts.",
    "`You've hit your limit · resets 6pm (UTC)`",
    'You\'ve hit your limit · resets 6pm (UTC)" is what it prints.',
    'Usage limit reached, or so the test says.',
    'Done.',
    '',
  ]) {
    expect(parseQuota(text, now), text).toBeUndefined()
  }
})

verifies(
  ['RUN-061', 'RUN-063'],
  'a limit that arrives as a success is the outcome quota, after one attempt and no wait',
  async () => {
    const stdout = resultLine({ result: "You've hit your limit · resets 6pm (UTC)" })
    const { runner, started, clock } = scriptedRunner([{ stdout }])
    const result = await runner.run(createAIRequest('x'), never)
    expect(result).toMatchObject({
      outcome: 'quota',
      success: false,
      failure: 'quota',
      error: "You've hit your limit · resets 6pm (UTC)",
      resetsAt: '2026-01-01T18:00:00.000Z',
    })
    expect(started).toHaveLength(1)
    expect(clock.waits).toEqual([])
  },
)

test('an answer that is the text of some other limit is a success with its output', async () => {
  const { runner } = scriptedRunner([{ stdout: resultLine({ result: 'Rate limit reached.' }) }])
  const result = await runner.run(createAIRequest('What does it show on a 429?'), never)
  expect(result).toMatchObject({ outcome: 'success', output: 'Rate limit reached.' })
})

test('a limit that the server announces beside a 429 is a quota with its reset', async () => {
  const announced = JSON.stringify({
    type: 'rate_limit_event',
    rate_limit_info: { status: 'rejected', resetsAt: 1794787200 },
  })
  const failed = resultLine({ is_error: true, api_error_status: 429, result: 'API Error (429)' })
  const { runner, started } = scriptedRunner([{ stdout: `${announced}\n${failed}`, code: 1 }])
  const result = await runner.run(createAIRequest('x'), never, () => {})
  expect(result).toMatchObject({ outcome: 'quota', resetsAt: '2026-11-16T00:00:00.000Z' })
  expect(started).toHaveLength(1)

  const full = resultLine({ is_error: true, terminal_reason: 'prompt_too_long' })
  const other = scriptedRunner([{ stdout: `${announced}\n${full}`, code: 1 }])
  expect(await other.runner.run(createAIRequest('x'), never, () => {})).toMatchObject({
    failure: 'context-overflow',
  })
})

test('what the server announced counts more than words that leave the seconds out', async () => {
  const announced = JSON.stringify({
    type: 'rate_limit_event',
    rate_limit_info: { status: 'rejected', resetsAt: Date.UTC(2026, 0, 1, 0, 0, 20) / 1000 },
  })
  // By the words alone the minute that has just begun would be the one of tomorrow.
  const stdout = resultLine({ result: "You've hit your session limit · resets 12am (UTC)" })
  const { runner } = scriptedRunner([{ stdout: `${announced}\n${stdout}` }])
  const result = await runner.run(createAIRequest('x'), never, () => {})
  expect(result).toMatchObject({ outcome: 'quota', resetsAt: '2026-01-01T00:00:20.000Z' })
})

test('the limits of an organization and spent credits are usage limits', () => {
  for (const text of [
    "You've hit your org's monthly spend limit",
    "You've hit your org’s monthly usage limit · resets Dec 1, 12am (UTC)",
    "You've reached your Opus 4.6 limit",
    "You've reached your team's shared budget",
    "You're out of usage credits · resets 3pm (UTC)",
    "You're out of extra usage",
    'Your org is out of usage',
  ]) {
    expect(parseQuota(text, now), text).toBeDefined()
  }
  for (const text of ["You're out of milk", 'Your org is out of usage examples in the README']) {
    expect(parseQuota(text, now), text).toBeUndefined()
  }
})
