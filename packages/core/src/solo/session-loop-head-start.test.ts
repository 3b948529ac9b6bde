import { scriptedLoop } from '@agency/testing'
import { expect, test } from 'vitest'

const { deliverable, end, never, pass, setUp } = scriptedLoop
type Script = scriptedLoop.Script

/** Settles a deliverable, and has something more to say. */
function settling(deliverableId: string): Script {
  return async function* (service) {
    const input = { deliverableId, passed: true }
    yield { type: 'tool_invocation', name: 'mcp__any__set_deliverable_status', input }
    await pass(deliverableId)(service)
    yield { type: 'tool_response', toolUseId: 't', content: 'passed', isError: false }
    yield { type: 'agent_text', text: 'now I only say goodbye' }
    yield end()
  }
}

test('once a session claims a deliverable, the next client starts up, if one is due', async () => {
  const initial = { deliverables: [deliverable('A'), deliverable('B')] }
  const order: string[] = []
  const { runner, setups } = setUp({
    initial,
    scripts: [settling('A'), settling('B')],
    onEvent: (event) => {
      if (event.type === 'agent') order.push(`${event.event.type}, ${setups.length} created`)
    },
  })
  expect(await runner.run(never)).toMatchObject({ success: true, iterations: 2 })
  expect(order).toEqual([
    'tool_invocation, 1 created',
    'tool_response, 2 created',
    'agent_text, 2 created',
    'session_end, 2 created',
    'tool_invocation, 2 created',
    'tool_response, 2 created',
    'agent_text, 2 created',
    'session_end, 2 created',
  ])
})

test('where two clients would be in the way of each other, the next starts when one is gone', async () => {
  const { runner, journal } = setUp({
    initial: { deliverables: [deliverable('A'), deliverable('B')] },
    scripts: [settling('A'), settling('B')],
    headStart: false,
  })
  expect(await runner.run(never)).toMatchObject({ success: true, iterations: 2 })
  expect(journal.slice(0, 4)).toEqual(['0s create 1', '0s coding 1', '0s dispose 1', '0s create 2'])
})

test('a client that died while it waited is replaced, and costs no session', async () => {
  let created = 0
  const disposed: number[] = []
  const { runner } = setUp({
    initial: { deliverables: [deliverable('A'), deliverable('B')] },
    clients: {
      create() {
        const number = ++created
        return {
          async *query() {
            yield { ...end(), totalCostUsd: number }
          },
          hasDied: () => number === 2,
          async [Symbol.asyncDispose]() {
            disposed.push(number)
          },
        }
      },
    },
    maxIterations: 2,
  })
  expect(await runner.run(never)).toMatchObject({ iterations: 2, totalCostUsd: 1 + 3 })
  expect(disposed).toEqual([1, 2, 3])
})

test('with a budget the next client waits until the cost of the session is known', async () => {
  const { runner, setups } = setUp({
    initial: { deliverables: [deliverable('A'), deliverable('B')] },
    scripts: [settling('A'), settling('B')],
    maxBudgetUsd: 1,
  })
  await runner.run(never)
  expect(setups).toEqual([{ maxBudgetUsd: 1 }, { maxBudgetUsd: 0.9 }])
})

test('a client that was started in vain is gone when the run ends', async () => {
  const { runner, journal } = setUp({
    initial: { deliverables: [deliverable('A'), deliverable('B')] },
    scripts: [
      async function* (service) {
        await pass('A')(service)
        yield { type: 'tool_response', toolUseId: 't', content: 'passed', isError: false }
        yield { type: 'agent_text', text: 'the other is quickly done, too' }
        await pass('B')(service)
        yield end()
      },
    ],
  })
  expect(await runner.run(never)).toMatchObject({ success: true, iterations: 1 })
  expect(journal).toEqual([
    '0s create 1',
    '0s coding 1',
    '0s create 2',
    '0s dispose 1',
    '0s dispose 2',
  ])
})
