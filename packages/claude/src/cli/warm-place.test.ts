import { createAIRequest } from '@agency/core'
import { fakeClock, verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import { apiError, initLine, resultLine } from '../../testing/claude-says.ts'
import { never, scriptedRunner } from '../../testing/scripted-runner.ts'

const ready = '{"type":"control_response"}\n'
const waiting = { stdout: [ready, resultLine()], hangs: true }

test('a process that nobody used is ended, and its output closed', async () => {
  const { runner, started } = scriptedRunner([waiting])
  expect(await runner.prepare()).toBe(true)
  await runner[Symbol.asyncDispose]()
  expect(started).toMatchObject([{ stops: [0], outputClosed: true }])
})

test('one that ended by itself is not stopped again, but its output is closed', async () => {
  const { runner, started } = scriptedRunner([{ stdout: [ready, ready] }, { stdout: resultLine() }])
  await runner.prepare()
  await runner.run(createAIRequest('x'), never)
  expect(started).toMatchObject([{ stops: [], outputClosed: true }, { outputClosed: true }])
})

test('a run that is given up in the middle closes the output of its warm process', async () => {
  const { runner, started } = scriptedRunner([
    { stdout: [ready, initLine('s1'), resultLine()], hangs: true },
  ])
  await runner.prepare()
  const broken = new Error('the disk is full')
  const run = runner.run(createAIRequest('x'), never, () => {
    throw broken
  })
  await expect(run).rejects.toMatchObject({ cause: broken })
  expect(started).toMatchObject([{ stops: [0], outputClosed: true }])
})

test('of two preparations at once the last stays, and none outlives the runner', async () => {
  const { runner, started } = scriptedRunner([waiting])
  await Promise.all([runner.prepare(), runner.prepare()])
  expect(started.map(({ stops }) => stops)).toEqual([[0], []])
  await runner[Symbol.asyncDispose]()
  expect(started.map(({ stops }) => stops)).toEqual([[0], [0]])
})

test('a runner that is disposed while it prepares keeps nothing, nor does it prepare again', async () => {
  const { runner, started } = scriptedRunner([waiting])
  await runner.prepare()
  const preparing = runner.prepare()
  await runner[Symbol.asyncDispose]()
  await preparing
  expect(await runner.prepare()).toBe(false)
  expect(started.length).toBeGreaterThan(0)
  for (const { stops } of started) expect(stops).toEqual([0])
})

test('one that never gets ready holds up nobody', async () => {
  const { runner, started } = scriptedRunner([{ hangs: true }])
  const first = runner.prepare()
  const second = runner.prepare()
  expect(await first).toBe(false)
  await runner[Symbol.asyncDispose]()
  expect(await second).toBe(false)
  for (const { stops } of started) expect(stops).toEqual([0])
})

test('a process waits for its prompt only so long', async () => {
  const clock = fakeClock()
  const { runner, started } = scriptedRunner([waiting, { stdout: resultLine() }], {
    clock,
    warmForMs: 5_000,
  })
  await runner.prepare()
  await clock.sleep(4_999)
  expect(started).toMatchObject([{ stops: [] }])
  await clock.sleep(1)
  await runner.run(createAIRequest('x'), never)
  expect(started).toMatchObject([{ stops: [0], outputClosed: true }, { input: 'x' }])
})

test('the time of one that was replaced does not end the next', async () => {
  const clock = fakeClock()
  const { runner, started } = scriptedRunner([waiting], { clock, warmForMs: 5_000 })
  await runner.prepare()
  await clock.sleep(3_000)
  await Promise.all([runner.prepare(), runner.prepare()])
  await clock.sleep(3_000)
  expect(started.map(({ stops }) => stops)).toEqual([[0], [0], []])
})

test('unless told otherwise it waits for ten minutes', async () => {
  const { runner, started, clock } = scriptedRunner([waiting])
  await runner.prepare()
  await clock.sleep(10 * 60_000 - 1)
  expect(started).toMatchObject([{ stops: [] }])
  await clock.sleep(1)
  await runner[Symbol.asyncDispose]()
  expect(started).toMatchObject([{ stops: [0] }])
  expect(clock.waits).toContain(10 * 60_000)
})

verifies('RUN-069', 'one that does not react to its prompt within 5 s is not used', async () => {
  const mute = { stdout: ready, hangs: true }
  const { runner, started, clock } = scriptedRunner([mute, { stdout: resultLine() }])
  await runner.prepare()
  const startedAt = clock.now()
  expect(await runner.run(createAIRequest('x'), never)).toMatchObject({ success: true })
  expect(clock.now() - startedAt).toBe(5_000)
  expect(started).toMatchObject([{ stops: [0] }, { input: 'x' }])
})

verifies(
  'RUN-068',
  'one that reacts has all the time of the run, and it tells its own conversation',
  async () => {
    const busy = { stdout: [ready, initLine('s1')], hangs: true }
    for (const [script, sessionId] of [
      [busy, 's1'],
      [{ stdout: ready, hangs: true }, undefined],
    ] as const) {
      const { runner, started, clock } = scriptedRunner([script])
      await runner.prepare()
      const timeoutMs = sessionId === undefined ? 3_000 : 60_000
      const run = runner.run(createAIRequest('x', { timeoutMs }), never)
      const error = await run.catch((caught) => caught)
      expect(error).toMatchObject({ kind: 'timeout' })
      expect(error.soFar?.sessionId).toBe(sessionId)
      expect(clock.waits).toContain(timeoutMs)
      expect(started).toMatchObject([{ stops: [10_000] }])
    }
  },
)

verifies(
  'RUN-068',
  'a run with anything else than it was prepared for leaves it waiting',
  async () => {
    for (const other of [
      { model: 'opus' },
      { workingDir: '/usr' },
      { environment: { LEVEL: '2' } },
      { conversation: { kind: 'new' } },
    ] as const) {
      const { runner, started } = scriptedRunner([waiting, { stdout: resultLine() }])
      await runner.prepare()
      await runner.run(createAIRequest('x', other), never)
      expect(started, Object.keys(other)[0]).toMatchObject([
        { stops: [], inputClosed: false },
        { input: 'x' },
      ])
      await runner[Symbol.asyncDispose]()
    }
  },
)

test('a retry goes on with its own conversation, though a warm process waits by then', async () => {
  const lost = {
    stdout: [initLine('s1'), apiError(529, 'Overloaded', { session_id: 's1' })],
    code: 1,
  }
  const { runner, started } = scriptedRunner([lost, waiting, { stdout: resultLine() }])
  const preparing: Promise<boolean>[] = []
  await runner.run(createAIRequest('x'), never, ({ type }) => {
    if (type === 'run-retry') preparing.push(runner.prepare())
  })
  expect(await Promise.all(preparing)).toEqual([true])
  expect(started).toMatchObject([{}, { inputClosed: false }, {}])
  expect(started[2]?.command.arguments.slice(-2)).toEqual(['--resume', 's1'])
  await runner[Symbol.asyncDispose]()
})

verifies('RUN-069', 'one that cannot be started is none, and no error', async () => {
  const refuses = Object.assign(new Error('Exec format error'), { syscall: 'posix_spawn' })
  const { runner, started } = scriptedRunner([{ refuses }])
  expect(await runner.prepare()).toBe(false)
  expect(started).toEqual([])
})

test('a request that no run would take is refused', async () => {
  const { runner } = scriptedRunner([waiting])
  const refused = runner.prepare({ environment: { PATH: '/tmp' } })
  await expect(refused).rejects.toMatchObject({ kind: 'bad-request' })
  const without = scriptedRunner([waiting], { environment: { CLAUDE_BIN: '/nowhere/claude' } })
  await expect(without.runner.prepare()).rejects.toMatchObject({ kind: 'bad-configuration' })
})
