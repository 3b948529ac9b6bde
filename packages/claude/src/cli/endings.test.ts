import { type AIEvent, ClaudeInvocationError, createAIRequest, createLogger } from '@agency/core'
import { fakeClock, verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import {
  apiError,
  assistantLine,
  initLine,
  resultLine,
  retryLine,
  toolResultLine,
} from '../../testing/claude-says.ts'
import { never, scriptedRunner } from '../../testing/scripted-runner.ts'
import { findClaude } from './find-claude.ts'

const request = createAIRequest('do it')
const caught = (promise: Promise<unknown>): Promise<ClaudeInvocationError> =>
  promise.then(
    () => Promise.reject(new Error('it did not fail')),
    (error) => error,
  )

verifies('RUN-056', 'a signal that is aborted already starts nothing', async () => {
  const { runner, started } = scriptedRunner([{ stdout: resultLine() }])
  const error = await caught(runner.run(request, AbortSignal.abort('why')))
  expect(error).toMatchObject({ kind: 'cancelled', cause: 'why' })
  expect(started).toHaveLength(0)
})

verifies('RUN-059', 'a cancel during the wait ends the run at once', async () => {
  const controller = new AbortController()
  const { runner, started } = scriptedRunner([{ stdout: apiError(529, 'Overloaded') }])
  const ended = caught(
    runner.run(request, controller.signal, (event) => {
      if (event.type === 'run-retry') queueMicrotask(() => controller.abort())
    }),
  )
  expect((await ended).kind).toBe('cancelled')
  expect(started).toMatchObject([{ stops: [] }]) // its number may be another's by now
})

test('the deadline of a run ends with it', async () => {
  const { runner, clock } = scriptedRunner([{ stdout: resultLine() }])
  await runner.run(request, never)
  await clock.sleep(24 * 3_600_000)
  expect(clock.waits).toEqual([24 * 3_600_000])
})

test('a cancel that comes before the first process is started is not lost', async () => {
  const controller = new AbortController()
  const { runner, started } = scriptedRunner([{ hangs: true }])
  const run = caught(runner.run(request, controller.signal))
  controller.abort()
  expect((await run).kind).toBe('cancelled')
  for (const { stops } of started) expect(stops).toHaveLength(1)
})

verifies('RUN-058', 'one deadline covers all attempts and waits', async () => {
  const clock = fakeClock()
  const startedAt = clock.now()
  const { runner } = scriptedRunner([{ stdout: apiError(529, 'Overloaded') }], {
    clock,
    retryPolicy: { attempts: 1000, baseDelayMs: 1000, jitter: 0 },
  })
  const error = await caught(runner.run(createAIRequest('x', { timeoutMs: 5000 }), never))
  expect(error.kind).toBe('timeout')
  expect(error.message).toContain('5 s')
  expect(clock.now() - startedAt).toBe(5000)
})

test('a deadline tells what the model was doing last, unless it has spoken since', async () => {
  const endedAfter = async (...lines: string[]) => {
    const { runner } = scriptedRunner([{ stdout: lines, hangs: true }])
    const timed = createAIRequest('x', { timeoutMs: 5000 })
    return (await caught(runner.run(timed, never, () => {}))).detail
  }
  const spoken = assistantLine([{ type: 'text', text: 'hello' }])
  expect(await endedAfter(retryLine(529, 500))).toBe(
    'no result within 5 s; at last the model answered with status 529',
  )
  expect(await endedAfter(retryLine(529, 500), retryLine(null, 500))).toBe(
    'no result within 5 s; at last the connection to the model failed',
  )
  expect(await endedAfter(retryLine(529, 500), spoken)).toBe('no result within 5 s')
})

verifies(
  'RUN-049',
  'a server that asks for a wait beyond the deadline is not waited for',
  async () => {
    const later = { stdout: apiError(429, 'rate limited, retry after 7200 seconds') }
    const limited = scriptedRunner([later])
    expect(await limited.runner.run(request, never)).toMatchObject({
      success: false,
      failure: 'rate-limit',
      error: 'rate limited, retry after 7200 seconds',
    })
    expect(limited.started).toHaveLength(1)
    expect(limited.clock.waits).toEqual([])
    const soon = scriptedRunner([{ stdout: apiError(429, 'rate limited, retry after 15 seconds') }])
    const short = createAIRequest('x', { timeoutMs: 20_000 })
    expect(await soon.runner.run(short, never)).toMatchObject({ failure: 'rate-limit' })
    expect(soon.clock.waits).toEqual([15_000])
    const crashed = scriptedRunner([{ code: 1, stderr: '429 rate limited, retry after 7200 s' }])
    const error = await caught(crashed.runner.run(request, never))
    expect(error).toMatchObject({ kind: 'rate-limit' })
    expect(error.message).not.toContain('max retries')
  },
)

verifies('RUN-028', 'a positive timeout overrides the configured one; 0 does not', async () => {
  const waitsWith = async (timeoutMs?: number) => {
    const { runner, clock } = scriptedRunner([{ hangs: true }], {
      configuration: { timeoutMs: 60_000 },
    })
    const options = timeoutMs === undefined ? {} : { timeoutMs }
    await caught(runner.run(createAIRequest('x', options), never))
    return clock.waits
  }
  expect(await waitsWith()).toEqual([60_000])
  expect(await waitsWith(0)).toEqual([60_000])
  expect(await waitsWith(7_000)).toEqual([7_000])
})

verifies('RUN-057', 'ten seconds of grace, unless a cancel is configured otherwise', async () => {
  const late = scriptedRunner([{ hangs: true }])
  expect((await caught(late.runner.run(request, never))).message).toContain('within 30 minutes')
  expect(late.started[0]?.stops).toEqual([10_000])

  for (const [options, graceMs] of [
    [{}, 10_000],
    [{ cancelGraceMs: 1_000 }, 1_000],
  ] as const) {
    const controller = new AbortController()
    const left = scriptedRunner([{ stdout: initLine('a'), hangs: true }], options)
    const ended = caught(left.runner.run(request, controller.signal, () => controller.abort()))
    expect((await ended).kind).toBe('cancelled')
    expect(left.started[0]?.stops).toEqual([graceMs])
  }
})

test('a run that ends early tells its session, what it changed, and the cost that Claude told', async () => {
  const cancelled = async (attempts: Parameters<typeof scriptedRunner>[0], at: AIEvent['type']) => {
    const controller = new AbortController()
    const { runner } = scriptedRunner(attempts)
    const run = runner.run(request, controller.signal, (event) => {
      if (event.type === at) queueMicrotask(() => controller.abort())
    })
    return (await caught(run)).soFar
  }
  expect(await cancelled([{ stdout: initLine('s1'), hangs: true }], 'started')).toEqual({
    sessionId: 's1',
    filesChanged: [],
  })
  const failed = { stdout: [initLine('s1'), apiError(529, 'Overloaded')] }
  expect(await cancelled([failed], 'run-retry')).toHaveProperty('totalCostUsd', 0.05)
  const second = scriptedRunner([failed, { hangs: true }])
  const late = await caught(second.runner.run(request, never))
  expect(second.started).toHaveLength(2)
  expect(late.soFar).not.toHaveProperty('totalCostUsd')

  const killed = scriptedRunner([{ stdout: initLine('s1'), code: 3, stderr: 'boom' }])
  expect((await caught(killed.runner.run(request, never))).soFar?.sessionId).toBe('s1')
  const silent = scriptedRunner([{ hangs: true }])
  expect((await caught(silent.runner.run(request, never))).soFar).toBeUndefined()
})

test('however its last attempt ends, a run that had begun tells its session and what it changed', async () => {
  const write = { type: 'tool_use', id: 't', name: 'Write', input: { file_path: '/a.txt' } }
  const begun = [initLine('s1'), assistantLine([write]), toolResultLine('t', 'written')]
  const failed = (status: number, text: string) => apiError(status, text, { session_id: 's1' })
  const begunAndLost = { stdout: [...begun, failed(529, 'Overloaded')], code: 1 }
  const refused = failed(401, 'OAuth token has expired')
  for (const attempts of [
    [begunAndLost, { code: 139, stderr: 'crashed before it said a word' }],
    [begunAndLost, { code: 1, stderr: 'Not logged in · Please run /login' }],
    [{ stdout: [...begun, refused], code: 1 }],
    [{ stdout: [...begun, retryLine(401, 500)], code: 143 }],
  ]) {
    const { runner } = scriptedRunner(attempts)
    const { soFar } = await caught(runner.run(request, never, () => {}))
    expect(soFar).toMatchObject({ sessionId: 's1', filesChanged: ['/a.txt'] })
  }
})

verifies('RUN-067', 'a refused key ends the run at the first sign of it', async () => {
  const { runner, started } = scriptedRunner([{ stdout: retryLine(401, 500), hangs: true }])
  const error = await caught(runner.run(request, never, () => {}))
  expect(error.kind).toBe('authentication')
  expect(started).toHaveLength(1)
  expect(started[0]?.stops).toEqual([1_000])
})

verifies(
  'RUN-043',
  'a missing or wrong key says which variable to set and how to log in',
  async () => {
    for (const text of [
      'Invalid API key · Fix external API key',
      'Not logged in · Please run /login',
    ]) {
      for (const said of [{ stdout: apiError(null, text) }, { stderr: text }]) {
        const { runner } = scriptedRunner([{ ...said, code: 1 }])
        const error = await caught(runner.run(request, never))
        expect(error.kind).toBe('authentication')
        expect(error.message).toContain('ANTHROPIC_API_KEY')
        expect(error.message).toContain('start "claude" and type /login')
      }
    }
  },
)

test('with a CLAUDE_BIN that is none nothing is started, and the error names it', async () => {
  const { runner, started, clock } = scriptedRunner([{}], {
    environment: { CLAUDE_BIN: '/nowhere/claude' },
  })
  const error = await caught(runner.run(request, never))
  expect(error.message).toContain('CLAUDE_BIN is /nowhere/claude')
  expect(started).toHaveLength(0)
  expect(clock.waits).toEqual([])
})

verifies(
  ['RUN-040', 'RUN-041', 'RUN-042'],
  'every failure is of one class, told apart by kind',
  async () => {
    const controller = new AbortController()
    controller.abort()
    const broken = new Error('the pipe broke')
    const failures = await Promise.all([
      caught(scriptedRunner([{}]).runner.run(request, controller.signal)),
      caught(scriptedRunner([{ hangs: true }]).runner.run(request, never)),
      caught(scriptedRunner([{ stdout: 'nope' }]).runner.run(request, never)),
      caught(scriptedRunner([{ stdout: apiError(401, 'no') }]).runner.run(request, never)),
      caught(scriptedRunner([{ code: 3, stderr: 'boom' }]).runner.run(request, never)),
      caught(scriptedRunner([{ breaks: broken }]).runner.run(request, never)),
      Promise.resolve()
        .then(() => findClaude({}, () => undefined))
        .catch((error) => error),
    ])
    expect(failures.map((error) => error.kind)).toEqual([
      ...['cancelled', 'timeout', 'parse', 'authentication', 'process', 'process', 'not-installed'],
    ])
    for (const error of failures) {
      expect(error).toBeInstanceOf(ClaudeInvocationError)
      expect(error.code).toBe('claude_invocation')
      expect(error.message).toMatch(/^failed to invoke claude: ./)
    }
    expect(failures[5]?.cause).toBe(broken)
  },
)

test('a result that came in time counts, though Claude then did not end', async () => {
  const late = { stdout: resultLine(), hangs: true }
  const { runner, started } = scriptedRunner([late])
  expect(await runner.run(request, never)).toMatchObject({ success: true })
  expect(started[0]?.stops).toEqual([10_000])
  const failed = scriptedRunner([{ stdout: apiError(529, 'Overloaded'), hangs: true }])
  expect(await caught(failed.runner.run(request, never))).toMatchObject({ kind: 'timeout' })
  const cancel = new AbortController()
  const cancelled = scriptedRunner([{ stdout: [initLine('s1'), resultLine()], hangs: true }])
  const run = cancelled.runner.run(request, cancel.signal, () => cancel.abort())
  expect(await caught(run)).toMatchObject({ kind: 'cancelled' })
})

verifies('RUN-060', 'a listener that throws leaves no process behind', async () => {
  const { runner, started } = scriptedRunner([{ stdout: initLine('s1'), hangs: true }])
  const broken = new Error('the disk is full')
  const run = runner.run(request, never, () => {
    throw broken
  })
  expect(await caught(run)).toMatchObject({ kind: 'process', cause: broken })
  expect(started[0]?.stops).toEqual([0])
})

verifies('RUN-005', 'the executor that is given gets the whole command', async () => {
  const { runner, started } = scriptedRunner([{ stdout: resultLine() }])
  await runner.run(createAIRequest('do it', { workingDir: '/usr' }), never)
  expect(started).toHaveLength(1)
  expect(started[0]).toMatchObject({
    input: 'do it',
    inputClosed: true,
    command: { executable: '/bin/sh', workingDir: '/usr' },
  })
})

test('the log of a run has its attempts and no secret', async () => {
  const lines: string[] = []
  const clock = fakeClock()
  const logger = createLogger({
    component: 'runner',
    level: 'debug',
    clock,
    write: (line) => lines.push(line),
  })
  const { runner } = scriptedRunner([{ stdout: apiError(500, 'oops') }, { stdout: resultLine() }], {
    logger,
    environment: { CLAUDE_BIN: '/bin/sh', ANTHROPIC_API_KEY: 'sk-very-secret' },
  })
  await runner.run(createAIRequest('x', { systemPrompt: 'key sk-very-secret' }), never)
  expect(lines.filter((line) => line.includes('"starting claude"'))).toHaveLength(2)
  expect(lines.join('\n')).not.toContain('sk-very-secret')
})
