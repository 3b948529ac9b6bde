import { scriptedLoop, verifies } from '@agency/testing'
import { expect, test } from 'vitest'

const { block, create, deliverable, end, never, oneOpen, pass, passed, session, setUp } =
  scriptedLoop
type Script = scriptedLoop.Script

verifies('SC-S004', 'the limit of sessions ends a run that is not done', async () => {
  const { runner, setups } = setUp({ initial: oneOpen, maxIterations: 2 })
  const result = await runner.run(never)
  expect(result).toMatchObject({ success: false, outcome: 'max_iterations', iterations: 2 })
  expect(setups).toHaveLength(2)
})

verifies('AUT-018', 'a run succeeds when all that is not blocked has passed', async () => {
  const { runner } = setUp({
    initial: { deliverables: [deliverable('A'), deliverable('B')] },
    scripts: [session(block('A')), session(pass('B'))],
  })
  expect(await runner.run(never)).toMatchObject({ success: true, iterations: 2, blockedCount: 1 })
})

verifies('AUT-019', 'a run stops when all is blocked', async () => {
  const { runner } = setUp({ initial: oneOpen, scripts: [session(block('A'))] })
  expect(await runner.run(never)).toMatchObject({
    success: false,
    outcome: 'all_blocked',
    iterations: 1,
    blockedCount: 1,
  })
})

verifies('AUT-020', 'an empty list of deliverables lets the loop go on', async () => {
  const { runner } = setUp({ initial: { deliverables: [] }, maxIterations: 2 })
  expect(await runner.run(never)).toMatchObject({ outcome: 'max_iterations', iterations: 2 })
})

verifies('AUT-022', 'work finished in the last allowed session is a success', async () => {
  const { runner } = setUp({
    initial: oneOpen,
    scripts: [session(pass('A'), end({ totalCostUsd: 5 }))],
    maxIterations: 1,
    maxBudgetUsd: 1,
  })
  expect(await runner.run(never)).toMatchObject({ success: true, outcome: 'all_passed' })
})

verifies('AUT-023', 'work that is done already needs no session', async () => {
  const { runner, setups } = setUp({
    initial: { deliverables: [deliverable('A', passed), deliverable('B', { blocked: true })] },
  })
  expect(await runner.run(never)).toMatchObject({ success: true, iterations: 0, totalCostUsd: 0 })
  expect(setups).toEqual([])
})

verifies('AUT-024', 'three sessions in a row that change nothing are a stall', async () => {
  const { runner } = setUp({ initial: oneOpen, fingerprint: { take: async () => 'same' } })
  expect(await runner.run(never)).toMatchObject({
    success: false,
    outcome: 'stalled',
    reason: '3 sessions in a row changed no deliverable and no file',
    iterations: 3,
  })
})

verifies('AUT-024', 'a changed file or deliverable starts the count again', async () => {
  let sessions = 0
  const idle = () => sessions++
  const { runner } = setUp({
    initial: oneOpen,
    scripts: [
      session(idle),
      session(idle),
      session(idle),
      session(idle),
      session(create('B')),
      session(idle),
    ],
    // The third session changes a file, the fifth a deliverable, the three after it nothing.
    fingerprint: { take: async () => (sessions < 3 ? 'before' : 'after') },
  })
  expect(await runner.run(never)).toMatchObject({ outcome: 'stalled', iterations: 8 })
})

test('sessions that undo each other again and again are a stall too', async () => {
  let sessions = 0
  const { runner } = setUp({
    initial: oneOpen,
    scripts: [session(() => sessions++)],
    fingerprint: { take: async () => (sessions % 2 === 0 ? 'one' : 'two') },
  })
  expect(await runner.run(never)).toMatchObject({
    outcome: 'stalled',
    reason: '6 sessions in a row only brought back what had been before',
    iterations: 7,
  })
})

verifies('AUT-025', 'ten equal tool calls in a row stop the run, nine do not', async () => {
  const calls = (count: number): Script =>
    async function* () {
      for (let index = 0; index < count; index++) {
        yield { type: 'tool_invocation', name: 'Bash', input: { command: 'ls' } }
      }
      yield end()
    }
  const { runner } = setUp({ initial: oneOpen, scripts: [calls(9), calls(10)] })
  expect(await runner.run(never)).toMatchObject({
    outcome: 'stalled',
    reason: 'Bash was called 10 times in a row with the same arguments',
    iterations: 2,
  })
})

verifies(
  ['AUT-026', 'AUT-027'],
  'each session gets what is left of the budget, and a spent budget ends the run',
  async () => {
    const { runner, setups } = setUp({
      initial: oneOpen,
      scripts: [session(undefined, end({ totalCostUsd: 0.25 }))],
      maxBudgetUsd: 1,
      model: 'opus',
    })
    expect(await runner.run(never)).toMatchObject({
      success: false,
      outcome: 'budget',
      reason: '$1.00 of the budget of $1.00 is spent',
      iterations: 4,
    })
    const model = 'opus'
    expect(setups).toEqual([
      { maxBudgetUsd: 1, model },
      { maxBudgetUsd: 0.75, model },
      { maxBudgetUsd: 0.5, model },
      { maxBudgetUsd: 0.25, model },
    ])
  },
)
