import { scriptedLoop, verifies } from '@agency/testing'
import { expect, test } from 'vitest'

const { end, never, oneOpen, pass, session, setUp } = scriptedLoop

const resetsAt = new Date(Date.UTC(2026, 0, 1, 1))
const limited = session(undefined, end({ quotaResetsAt: resetsAt }))

verifies(
  ['AUT-029', 'AUT-030'],
  'a usage limit is waited out, and the wait is no iteration',
  async () => {
    const { runner, events, journal, logger } = setUp({
      initial: oneOpen,
      scripts: [limited, session(), session()],
      maxIterations: 2,
    })
    const result = await runner.run(never)
    expect(result).toMatchObject({ outcome: 'max_iterations', iterations: 2 })
    expect(journal.slice(2, 5)).toEqual(['0s dispose 1', '3600s create 2', '3600s coding 2'])
    expect(journal).toContain('3603s coding 3')
    expect(events).toContainEqual({ type: 'waiting', reason: 'quota', until: resetsAt })
    expect(logger.messages('warning')).toEqual([
      'The usage limit is reached; it resets at 2026-01-01T01:00:00.000Z. Waiting until 2026-01-01T01:00:00.000Z.',
    ])
  },
)

test.each<[string, Date | null, number]>([
  ['that nobody knows is waited for a quarter of an hour', null, 15 * 60_000],
  ['that has passed already does not make the loop spin', new Date(0), 1_000],
])('a reset %s', async (_, quotaResetsAt, wait) => {
  const { runner, clock } = setUp({
    initial: oneOpen,
    scripts: [session(undefined, end({ quotaResetsAt })), session(pass('A'))],
  })
  expect(await runner.run(never)).toMatchObject({ success: true, iterations: 1 })
  expect(clock.waits).toEqual([wait])
})

verifies('AUT-031', 'a run that may not wait ends at the usage limit', async () => {
  const { runner, clock } = setUp({ initial: oneOpen, scripts: [limited], noWait: true })
  expect(await runner.run(never)).toMatchObject({
    success: false,
    outcome: 'quota',
    reason: 'the usage limit is reached; it resets at 2026-01-01T01:00:00.000Z',
  })
  expect(clock.waits).toEqual([])
})
