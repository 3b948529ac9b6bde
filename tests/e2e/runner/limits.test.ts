import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AIEventListener, type AIRequestOptions, createAIRequest } from '@agency/core'
import { verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import { type Stage, setStage } from '../stage.ts'

const never = new AbortController().signal
/** One request for each of Claude's, and quick retries. */
const options = {
  retryPolicy: { attempts: 3, baseDelayMs: 10, jitter: 0 },
  configuration: { environment: { CLAUDE_CODE_MAX_RETRIES: '0', IS_SANDBOX: '1' } },
}
/** A turn of work, for about $0.20. */
const step = (number: number) => `
  - do: [ { Bash: { command: "echo ${number} >> done.txt" } } ]
    usage: { output_tokens: 20000 }
`
/** The first attempt ends at the second step. */
const threeSteps = `turns:${step(1)}${step(2)}    fault: { status: 529 }\n${step(3)}  - say: end\n`

async function run(stage: Stage, limits: AIRequestOptions, onEvent?: AIEventListener) {
  await using runner = stage.runner(options)
  const request = createAIRequest('take three steps', {
    permissionMode: 'bypassPermissions',
    ...limits,
  })
  return await runner.run(request, never, onEvent)
}

const stepsDone = (stage: Stage) => readFileSync(join(stage.project, 'done.txt'), 'utf8').trim()

verifies('RUN-018', 'the limit of turns holds over all attempts', async () => {
  await using stage = await setStage(threeSteps)
  const result = await run(stage, { maxTurns: 2 })
  expect(result).toMatchObject({ success: false, failure: 'turns' })
  expect(stepsDone(stage)).toBe('1\n2')
})

verifies(
  'RUN-017',
  'the budget holds over all attempts, but for the turn that meets it',
  async () => {
    await using stage = await setStage(threeSteps)
    const result = await run(stage, { maxBudgetUsd: 0.3 }, () => {})
    expect(result).toMatchObject({ success: false, failure: 'budget' })
    expect(result.error).toContain('$0.3 ')
    expect(result.totalCostUsd).toBeGreaterThan(0.4)
    expect(result.totalCostUsd).toBeLessThan(0.5)
  },
)

test('without a listener, a run of two attempts asks once and counts as one run', async () => {
  await using stage = await setStage(threeSteps)
  const startedAt = performance.now()
  const result = await run(stage, {})
  expect(result).toMatchObject({ success: true, output: 'end', numTurns: 4 })
  expect(stepsDone(stage)).toBe('1\n2\n3')
  expect(result.totalCostUsd).toBeGreaterThan(0.6)
  expect(result.totalCostUsd).toBeLessThan(0.7)
  expect(result.durationMs).toBeLessThanOrEqual(performance.now() - startedAt)
  const conversation = JSON.stringify(stage.model.requests.at(-1)?.body)
  expect(conversation.split('take three steps')).toHaveLength(2)
  expect(conversation.split('go on from there')).toHaveLength(2)
})

test('a run that continues a conversation has its own cost, and its own budget', async () => {
  const later = '  - say: later\n    usage: { output_tokens: 100 }\n'
  await using stage = await setStage(`turns:${step(1)}  - say: first\n${later}`)
  const first = await run(stage, {})
  expect(first.totalCostUsd).toBeGreaterThan(0.2)
  const conversation = { kind: 'continued', sessionId: first.sessionId } as const
  const next = await run(stage, { conversation, maxBudgetUsd: 0.1 })
  expect(next).toMatchObject({ success: true, output: 'later', numTurns: 1 })
  expect(next.totalCostUsd).toBeGreaterThan(0)
  expect(next.totalCostUsd).toBeLessThan(0.1)
})
