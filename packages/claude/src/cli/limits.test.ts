import { type AIEvent, createAIRequest } from '@agency/core'
import { verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import { apiError, assistantLine, initLine, resultLine } from '../../testing/claude-says.ts'
import { never, scriptedRunner } from '../../testing/scripted-runner.ts'

const sessionId = '3b9f2c1e-6a57-4e5f-9a5e-0d6a0b7c8d9e'
const request = createAIRequest('do it', { maxBudgetUsd: 0.5, maxTurns: 10 })
const news = (costUSD: number) => ({
  model_usage_since_last_result: { 'claude-sonnet-5-5': { costUSD } },
})
const failsAfterTwoTurns = {
  stdout: apiError(529, 'Overloaded', { num_turns: 3, total_cost_usd: 0.2 }),
  code: 1,
}
const halfDone = initLine(sessionId) + assistantLine([{ type: 'text', text: 'Half.' }])

const valueAfter = (words: readonly string[], flag: string) => words[words.indexOf(flag) + 1]

verifies(
  ['RUN-017', 'RUN-018'],
  'every attempt gets what the attempts before have left of the limits',
  async () => {
    const { runner, started } = scriptedRunner([
      failsAfterTwoTurns,
      { stdout: apiError(529, 'Overloaded', { total_cost_usd: 0.31, ...news(0.11) }), code: 1 },
      { stdout: resultLine({ total_cost_usd: 0.36, ...news(0.05) }) },
    ])
    const result = await runner.run(request, never)
    const words = started.map(({ command }) => command.arguments)
    expect(words.map((list) => valueAfter(list, '--max-budget-usd'))).toEqual([
      '0.5',
      '0.3',
      '0.19',
    ])
    expect(words.map((list) => valueAfter(list, '--max-turns'))).toEqual(['10', '8', '8'])
    expect(result).toMatchObject({ success: true, numTurns: 5, durationMs: 3_000 + 5_000 })
    expect(result.totalCostUsd).toBeCloseTo(0.36)
  },
)

test('what is left of a budget is told without the noise of its arithmetic', async () => {
  const dime = { stdout: apiError(529, 'Overloaded', { total_cost_usd: 0.1 }), code: 1 }
  const { runner, started } = scriptedRunner([dime, { stdout: resultLine() }])
  await runner.run(createAIRequest('x', { maxBudgetUsd: 0.3 }), never)
  expect(valueAfter(started[1]?.command.arguments ?? [], '--max-budget-usd')).toBe('0.2')
})

test('a limit that is met by an earlier attempt is the failure, in its own words', async () => {
  const costly = { stdout: apiError(529, 'Overloaded', { total_cost_usd: 0.6 }) }
  const spent = scriptedRunner([costly])
  expect(await spent.runner.run(request, never)).toMatchObject({
    success: false,
    failure: 'budget',
    error: 'Overloaded; not tried again: nothing is left of the budget of $0.5',
    totalCostUsd: 0.6,
  })
  expect(spent.started).toHaveLength(1)

  const exact = { stdout: apiError(529, 'Overloaded', { total_cost_usd: 0.5 }) }
  const empty = scriptedRunner([exact])
  expect(await empty.runner.run(request, never)).toMatchObject({ failure: 'budget', numTurns: 1 })
  expect(empty.started).toHaveLength(1)

  const long = scriptedRunner([{ stdout: apiError(529, 'Overloaded', { num_turns: 11 }) }])
  expect(await long.runner.run(request, never)).toMatchObject({ failure: 'turns' })
  expect(long.started).toHaveLength(1)

  const reached = { subtype: 'error_max_budget_usd', is_error: true, result: 'Reached $0.3' }
  const later = scriptedRunner([failsAfterTwoTurns, { stdout: resultLine(reached) }])
  expect((await later.runner.run(request, never)).error).toBe(
    'Reached $0.3; that was left of the budget of $0.5 by earlier attempts',
  )
})

test('with a limit, an attempt that did not tell what it used is the last', async () => {
  const lost = { code: 1, stderr: 'read ECONNRESET' }
  const attempts = async (script: object, limits: object, listens: boolean) => {
    const { runner, started } = scriptedRunner([script])
    const run = runner.run(createAIRequest('x', limits), never, listens ? () => {} : undefined)
    return { error: await run.catch((caught) => caught), starts: started.length }
  }
  const halfLost = { ...lost, stdout: halfDone }
  for (const limits of [{ maxBudgetUsd: 1 }, { maxTurns: 5 }]) {
    const { error, starts } = await attempts(halfLost, limits, true)
    expect(starts).toBe(1)
    expect(error).toMatchObject({ kind: 'network', soFar: { sessionId } })
    expect(error.message).toMatch(/ECONNRESET; not tried again: .* is not known/)
    expect((await attempts(lost, limits, true)).starts).toBe(3) // nothing had been used
    expect((await attempts(lost, limits, false)).starts).toBe(1) // nobody can tell
  }
  expect((await attempts(halfLost, {}, true)).starts).toBe(3)
})

test('without a listener, too, a retry does not ask anew for what is half done', async () => {
  const { runner, started } = scriptedRunner([failsAfterTwoTurns, { stdout: resultLine() }])
  await runner.run(createAIRequest('do it'), never)
  expect(started[0]?.input).toBe('do it')
  expect(started[1]?.input).toContain('go on from there')
})

test('a conversation that is not there any more is told the whole task', async () => {
  const lost = { stdout: halfDone + apiError(null, 'Connection lost (ECONNRESET)'), code: 1 }
  const gone = { code: 1, stderr: `No conversation found with session ID: ${sessionId}` }
  const { runner, started } = scriptedRunner([lost, gone, { stdout: resultLine() }])
  await runner.run(createAIRequest('do it'), never, () => {})
  expect(started[1]?.input).toContain('go on from there')
  expect(started[2]?.input).toBe('do it')
})

test('a run that continues a conversation costs what came new', async () => {
  const { runner, started } = scriptedRunner([
    { stdout: resultLine({ total_cost_usd: 0.9, ...news(0.1) }) },
  ])
  const conversation = { kind: 'continued', sessionId } as const
  const result = await runner.run(createAIRequest('more', { conversation }), never)
  expect(result.totalCostUsd).toBe(0.1)
  expect(started[0]?.command.arguments).toContain('stream-json')
})

test('all results of one process count: what was left in the background came back', async () => {
  const stdout = [
    resultLine({ result: 'Started.', num_turns: 2, total_cost_usd: 0.2, ...news(0.2) }),
    resultLine({ num_turns: 1, duration_ms: 100, total_cost_usd: 0.5, ...news(0.3) }),
  ]
  const { runner } = scriptedRunner([{ stdout }])
  const result = await runner.run(createAIRequest('x'), never, () => {})
  expect(result).toMatchObject({
    output: 'Done.',
    numTurns: 3,
    totalCostUsd: 0.5,
    durationMs: 5100,
  })
})

test('a Claude that has answered tells what it still waits for, and nothing where that is over', async () => {
  const waitsWith = async (...tasks: string[]) => {
    const stdout = [backgroundLine('npm run dev'), backgroundLine(...tasks), resultLine()]
    const { runner } = scriptedRunner([{ stdout }])
    const events: AIEvent[] = []
    await runner.run(createAIRequest('x'), never, (event) => events.push(event))
    return events
  }
  expect(await waitsWith('tail -f log')).toEqual([
    { type: 'background-wait', tasks: ['tail -f log'] },
  ])
  expect(await waitsWith()).toEqual([])
})

function backgroundLine(...descriptions: string[]): string {
  const tasks = descriptions.map((description) => ({ task_id: 'b1', description }))
  return `${JSON.stringify({ type: 'system', subtype: 'background_tasks_changed', tasks })}\n`
}
