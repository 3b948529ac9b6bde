import { ClaudeInvocationError, createAIRequest } from '@agency/core'
import { verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import {
  apiError,
  assistantLine,
  initLine,
  resultLine,
  retryLine,
} from '../../testing/claude-says.ts'
import type { ScriptedRun } from '../../testing/scripted-executor.ts'
import { never, scriptedRunner } from '../../testing/scripted-runner.ts'

const sessionId = '3b9f2c1e-6a57-4e5f-9a5e-0d6a0b7c8d9e'
const request = createAIRequest('do it')
const failing = (script: ScriptedRun) => scriptedRunner([script])
const attemptsOf = async (script: ScriptedRun): Promise<number> => {
  const { runner, started } = failing(script)
  await runner.run(request, never).catch(() => {})
  return started.length
}

verifies(
  ['RUN-046', 'RUN-048', 'RUN-050'],
  'what may pass is tried three times in all',
  async () => {
    for (const [status, text] of [
      [429, 'slow down'],
      [500, 'oops'],
      [503, 'away'],
      [529, 'Overloaded'],
      [null, 'API Error: Connection to the API was lost (ECONNRESET).'],
      [null, 'API Error: Request timed out.'],
    ] as const) {
      const { runner, started } = failing({ stdout: apiError(status, text), code: 1 })
      const result = await runner.run(request, never)
      expect(started, text).toHaveLength(3)
      expect(result).toMatchObject({ success: false, error: text })
    }
  },
)

verifies('RUN-046', 'the attempt that succeeds gives the result', async () => {
  for (const failures of [1, 2]) {
    const down = Array<ScriptedRun>(failures).fill({ stdout: apiError(529, 'Overloaded'), code: 1 })
    const { runner, started } = scriptedRunner([...down, { stdout: resultLine() }])
    expect(await runner.run(request, never)).toMatchObject({ success: true, output: 'Done.' })
    expect(started).toHaveLength(failures + 1)
  }
})

verifies('RUN-047', 'the runner waits one second, then two, with jitter', async () => {
  const { runner, clock } = failing({ stdout: apiError(529, 'Overloaded'), code: 1 })
  await runner.run(request, never)
  expect(clock.waits).toEqual([1000, 2000])
  const jittered = scriptedRunner([{ stdout: apiError(529, 'Overloaded') }], { random: () => 0.1 })
  await jittered.runner.run(request, never)
  expect(jittered.clock.waits).toEqual([800, 1600])
})

verifies('RUN-049', "a server's own time replaces the back-off", async () => {
  const { runner, clock } = failing({
    stdout: apiError(429, 'rate limited, retry after 17 seconds'),
  })
  await runner.run(request, never)
  expect(clock.waits).toEqual([17_000, 17_000])
  const told = failing({ stdout: retryLine(429, 4000) + apiError(429, 'slow down') })
  await told.runner.run(request, never, () => {})
  expect(told.clock.waits).toEqual([4000, 4000])
  for (const claudesOwnMs of [532, 0]) {
    const own = failing({ stdout: retryLine(429, claudesOwnMs) + apiError(429, 'slow down') })
    await own.runner.run(request, never, () => {})
    expect(own.clock.waits).toEqual([1000, 2000])
  }
})

verifies('RUN-051', 'three failures without a result say so and keep the last', async () => {
  const stdout = initLine(sessionId)
  const { runner, started } = failing({ code: 1, stderr: 'read ECONNRESET', stdout })
  const error = await runner.run(request, never).catch((caught) => caught)
  expect(started).toHaveLength(3)
  expect(error).toMatchObject({ data: { exitCode: 1 }, soFar: { sessionId } })
  expect(error).toBeInstanceOf(ClaudeInvocationError)
  expect(error.message).toContain('max retries exceeded')
  expect(error.message).toContain('ECONNRESET')
  expect(error.kind).toBe('network')
  expect(error.cause).toBeInstanceOf(ClaudeInvocationError)
})

verifies('RUN-052', 'what repeating cannot mend is tried once', async () => {
  expect(await attemptsOf({ stdout: apiError(401, 'Invalid API key'), code: 1 })).toBe(1)
  expect(await attemptsOf({ code: 1, stderr: "error: option '--model' argument missing" })).toBe(1)
  expect(await attemptsOf({ stdout: 'not json' })).toBe(1)
  expect(await attemptsOf({ stdout: '' })).toBe(1)
})

verifies('RUN-053', 'a full context and an exhausted budget are tried once', async () => {
  const overflow = {
    is_error: true,
    terminal_reason: 'prompt_too_long',
    result: 'Prompt is too long',
  }
  expect(await attemptsOf({ stdout: resultLine(overflow), code: 1 })).toBe(1)
  const budget = {
    is_error: true,
    subtype: 'error_max_budget_usd',
    errors: ['Reached maximum budget'],
  }
  expect(await attemptsOf({ stdout: resultLine(budget), code: 1 })).toBe(1)
})

verifies('RUN-054', 'a failure of no known class is tried once', async () => {
  expect(await attemptsOf({ stdout: resultLine({ is_error: true, result: 'hm' }), code: 1 })).toBe(
    1,
  )
  expect(await attemptsOf({ code: 1, stderr: 'hm' })).toBe(1)
  expect(await attemptsOf({ signal: 'SIGSEGV' })).toBe(1)
})

test('every attempt goes through the executor that was given', async () => {
  expect(await attemptsOf({ stdout: apiError(500, 'oops') })).toBe(3)
})

const lost = {
  stdout: initLine(sessionId) + apiError(null, 'Connection lost (ECONNRESET)'),
  code: 1,
}

verifies('RUN-024', 'a retry continues the session that an attempt has created', async () => {
  const { runner, started } = scriptedRunner([lost, { stdout: resultLine() }])
  await runner.run(request, never, () => {})
  const [first, second] = started
  expect(first?.command.arguments).toContain('--session-id')
  expect(second?.command.arguments.slice(-2)).toEqual(['--resume', sessionId])
  expect(second?.command.arguments).not.toContain('--session-id')
  expect(second?.input).toBe('do it')
})

test('after the model has begun, a retry asks it to go on instead of asking anew', async () => {
  for (const block of [
    { type: 'text', text: 'Half.' },
    { type: 'thinking', thinking: 'Half of it…' },
    { type: 'tool_use', id: 't', name: 'Bash', input: { command: './pay.sh' } },
  ]) {
    const begun = { ...lost, stdout: assistantLine([block]) + lost.stdout }
    const { runner, started } = scriptedRunner([begun, { stdout: resultLine() }])
    await runner.run(request, never, () => {})
    expect(started[1]?.input, block.type).toContain('go on from there')
  }
})

test('a conversation that a retry named the wrong way is named the right way, at once', async () => {
  const silent = { code: 1, stderr: 'read ECONNRESET' }
  const taken = { code: 1, stderr: 'Error: Session ID abc is already in use.' }
  const { runner, started, clock } = scriptedRunner([silent, taken, { stdout: resultLine() }])
  expect(await runner.run(request, never)).toMatchObject({ success: true })
  expect(clock.waits).toEqual([1000, 0])
  expect(started.map(({ command }) => command.arguments.at(-2))).toEqual([
    '--session-id',
    '--session-id',
    '--resume',
  ])
  const unknown = { code: 1, stderr: 'No conversation found with session ID: abc' }
  const other = scriptedRunner([lost, unknown, { stdout: resultLine() }])
  expect(await other.runner.run(request, never, () => {})).toMatchObject({ success: true })
  expect(other.started.map(({ command }) => command.arguments.at(-2))).toEqual([
    '--session-id',
    '--resume',
    '--session-id',
  ])
})

test('a conversation that the caller named is not second-guessed', async () => {
  const { runner, started } = failing({
    code: 1,
    stderr: 'No conversation found with session ID: abc',
  })
  const conversation = { kind: 'continued', sessionId } as const
  const error = await runner
    .run(createAIRequest('x', { conversation }), never)
    .catch((caught) => caught)
  expect(error).toMatchObject({ kind: 'bad-request' })
  expect(started).toHaveLength(1)
})

test('listeners hear of a retry and its reason', async () => {
  const { runner } = scriptedRunner([
    { stdout: apiError(529, 'Overloaded') },
    { stdout: resultLine() },
  ])
  const events: unknown[] = []
  await runner.run(request, never, (event) => events.push(event))
  expect(events).toEqual([{ type: 'run-retry', attempt: 1, delayMs: 1000, reason: 'Overloaded' }])
})
