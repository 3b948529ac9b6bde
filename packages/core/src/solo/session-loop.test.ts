import { scriptedLoop, verifies } from '@agency/testing'
import { expect, test } from 'vitest'

const { block, create, deliverable, end, never, oneOpen, pass, passed, session, setUp } =
  scriptedLoop

verifies('SC-S003', 'a run in which everything passes is a success', async () => {
  const { runner } = setUp({
    initial: { deliverables: [deliverable('A'), deliverable('B')] },
    scripts: [session(pass('A')), session(pass('B'))],
  })
  expect(await runner.run(never)).toMatchObject({
    success: true,
    outcome: 'all_passed',
    iterations: 2,
  })
})

verifies(
  'SC-S008',
  'work done in the first session needs no second client and no delay',
  async () => {
    const { runner, clock, journal } = setUp({ initial: oneOpen, scripts: [session(pass('A'))] })
    expect(await runner.run(never)).toMatchObject({ success: true, iterations: 1 })
    expect(journal).toEqual(['0s create 1', '0s coding 1', '0s dispose 1'])
    expect(clock.waits).toEqual([])
  },
)

verifies('SC-S009', 'without a limit the loop goes on while something is open', async () => {
  const idle = session()
  const { runner } = setUp({
    initial: { deliverables: [deliverable('A', passed), deliverable('B')] },
    scripts: [idle, idle, idle, idle, session(pass('B'))],
  })
  expect(await runner.run(never)).toMatchObject({ success: true, iterations: 5 })
})

verifies(
  ['SC-S010', 'AUT-009'],
  'the next client is another, started while the last one ends, and used after the delay',
  async () => {
    const { runner, journal } = setUp({
      initial: oneOpen,
      maxIterations: 2,
      delayBetweenSessions: 5_000,
    })
    await runner.run(never)
    expect(journal).toEqual([
      '0s create 1',
      '0s coding 1',
      '0s create 2',
      '0s dispose 1',
      '5s coding 2',
      '5s dispose 2',
    ])
  },
)

verifies(
  'AUT-011',
  'the delay is 3 s when nobody says otherwise, and none follows the last',
  async () => {
    const { runner, clock } = setUp({ initial: oneOpen, maxIterations: 3 })
    await runner.run(never)
    expect(clock.waits).toEqual([3_000, 3_000])
  },
)

verifies(
  ['AUT-012', 'AUT-013'],
  'the results of sessions and of the run hold what the status says',
  async () => {
    const { runner, events, repository } = setUp({
      initial: { deliverables: [deliverable('A'), deliverable('B'), deliverable('C')] },
      scripts: [
        session(pass('A')),
        session(block('B'), end({ subtype: 'error_during_execution', totalCostUsd: 0.4 })),
      ],
      maxIterations: 2,
    })
    const result = await runner.run(never)
    expect(result).toEqual({
      success: false,
      outcome: 'max_iterations',
      reason: 'the limit of 2 sessions is reached; the last ended with: error_during_execution',
      iterations: 2,
      deliverablesPassedCount: 1,
      deliverablesTotalCount: 3,
      blockedCount: 1,
      totalCostUsd: 0.5,
      totalDuration: 3_000,
    })
    const counts = { deliverablesPassedCount: 1, deliverablesTotalCount: 3 }
    expect(events.filter(({ type }) => type === 'session_ended')).toEqual([
      {
        type: 'session_ended',
        session: 1,
        result: { success: true, costUsd: 0.1, duration: 0, ...counts },
      },
      {
        type: 'session_ended',
        session: 2,
        result: { success: false, costUsd: 0.4, duration: 0, ...counts },
      },
    ])
    expect(events.at(-1)).toEqual({ type: 'run_ended', result })
    expect(repository.saved?.costUsd).toBe(0.5)
  },
)

verifies('AUT-016', 'a session that breaks is an iteration and is not asked again', async () => {
  const broken = session(() => Promise.reject(new Error('claude crashed')))
  const { runner, journal, logger } = setUp({
    initial: oneOpen,
    scripts: [broken, session(pass('A'))],
    maxIterations: 2,
  })
  expect(await runner.run(never)).toMatchObject({ success: true, iterations: 2 })
  expect(journal.filter((line) => line.includes('coding'))).toHaveLength(2)
  expect(logger.messages('error')).toEqual(['claude crashed'])
})

verifies('AUT-032', 'the instruction is chosen anew: first to plan, then to work', async () => {
  const { runner, journal } = setUp({
    scripts: [session(), session(create('A')), session(pass('A'))],
  })
  await runner.run(never)
  expect(journal.filter((line) => /initializer|coding/.test(line))).toEqual([
    '0s initializer 1',
    '3s initializer 2',
    '6s coding 3',
  ])
})

test('what breaks on our side ends the run with its reason, and no client stays', async () => {
  const error = new Error('coding.md: permission denied')
  const { runner, journal, events } = setUp({
    initial: oneOpen,
    instructions: { resolve: () => Promise.reject(error) },
  })
  const result = await runner.run(never)
  expect(result).toMatchObject({ success: false, outcome: 'failed', reason: error.message, error })
  expect(journal).toEqual(['0s create 1', '0s dispose 1'])
  expect(events.at(-1)).toEqual({ type: 'run_ended', result })
})

test('the events of a run tell its story in order', async () => {
  const { runner, events } = setUp({
    scripts: [session(create('A')), session(pass('A'))],
  })
  await runner.run(never)
  expect(events.map(({ type }) => type)).toEqual([
    'run_started',
    'session_started',
    'agent',
    'session_ended',
    'waiting',
    'session_started',
    'gate',
    'agent',
    'session_ended',
    'run_ended',
  ])
})
