import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Clock, createAIRequest, systemClock } from '@agency/core'
import { verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import { processesOf, processesWith, until } from '../processes.ts'
import { type Stage, setStage } from '../stage.ts'

const never = new AbortController().signal

/** What leaves its parent, and its session, its environment, its limits, or two of them. */
const hiding = [
  'tail -f log',
  'setsid tail -f log',
  'env -i tail -f "$PWD/log"',
  'setsid env -i tail -f "$PWD/log"',
  'setsid prlimit --rttime=unlimited tail -f log',
]
/** Starts them, and ends when they all have begun. */
const hide = [
  'echo begun >log',
  ...hiding.map((command, index) => `(${command} >${index} 2>&1 &)`),
  ...hiding.map((_, index) => `until [ -s ${index} ]; do sleep 0.01; done`),
].join('; ')
const bash = (command: string) => JSON.stringify([{ Bash: { command } }])

/** Claude runs a command that leaves processes behind and then waits. */
const longWork = `
turns:
  - say: I begin.
    do: ${bash(`${hide}; tail -f /dev/null`)}
  - say: never said
`
/** In the environment or the command line of everything that a run starts, so it can be found. */
const markOf = (stage: Stage) => stage.directory

const tailsOf = (stage: Stage) => {
  const tails = processesOf('tail')
  return tails.length === 0 ? [] : processesWith(markOf(stage)).filter((pid) => tails.includes(pid))
}

const whileWorking = (stage: Stage) =>
  until('claude runs its command', () => tailsOf(stage).length === hiding.length + 1)

const untilGone = (stage: Stage) =>
  until('nothing is left', () => processesWith(markOf(stage)).length === 0)

verifies(['RUN-057', 'RUN-060'], 'after a cancel nothing of the run is alive', async () => {
  await using stage = await setStage(longWork)
  await using runner = stage.runner()
  const controller = new AbortController()
  const request = createAIRequest('x', { permissionMode: 'bypassPermissions' })
  const ended = runner.run(request, controller.signal).catch((error) => error)
  await whileWorking(stage)
  controller.abort()
  expect((await ended).kind).toBe('cancelled')
  expect(processesWith(markOf(stage))).toEqual([])
  expect(stage.model.requests.filter((r) => r.path === '/v1/messages')).toHaveLength(1)
})

verifies(
  ['RUN-057', 'RUN-058', 'RUN-060'],
  'a deadline ends the run and all it started',
  async () => {
    await using stage = await setStage(longWork)
    const timeoutMs = 60_000
    let timeUpAt = 0
    const sleepsWhileItStarts: Clock['sleep'] = async (milliseconds, signal) => {
      if (milliseconds !== timeoutMs) return await systemClock.sleep(milliseconds, signal)
      await whileWorking(stage)
      timeUpAt = performance.now()
    }
    await using runner = stage.runner({ clock: { ...systemClock, sleep: sleepsWhileItStarts } })
    const request = createAIRequest('x', { permissionMode: 'bypassPermissions', timeoutMs })
    const error = await runner.run(request, never).catch((caught) => caught)
    expect(error.kind).toBe('timeout')
    expect(performance.now() - timeUpAt).toBeLessThan(10_000)
    expect(processesWith(markOf(stage))).toEqual([])
  },
)

verifies('RUN-060', 'a success, too, leaves no background process', async () => {
  await using stage = await setStage(`
turns:
  - do: ${bash(hide)}
  - say: done
`)
  await using runner = stage.runner()
  const request = createAIRequest('x', { permissionMode: 'bypassPermissions' })
  let started = 0
  const result = await runner.run(request, never, () => {
    started = Math.max(started, tailsOf(stage).length)
  })
  expect(result).toMatchObject({ success: true })
  expect(started).toBe(hiding.length)
  expect(processesWith(markOf(stage))).toEqual([])
})

verifies('RUN-057', 'a child that ignores SIGTERM dies too, after the grace', async () => {
  await using stage = await setStage('turns: [ { say: unused } ]')
  const stubborn = join(stage.directory, 'claude')
  const script = `#!/bin/sh\ntrap '' TERM\n(trap '' TERM; while :; do sleep 1; done) &\necho ready > ready\nwhile :; do sleep 1; done\n`
  writeFileSync(stubborn, script, { mode: 0o755 })
  await using runner = stage.runner({
    environment: { ...stage.environment, CLAUDE_BIN: stubborn },
    cancelGraceMs: 300,
  })
  const controller = new AbortController()
  const ended = runner.run(createAIRequest('x'), controller.signal).catch((error) => error)
  await until('it is ready', () => existsSync(join(stage.project, 'ready')))
  const askedAt = performance.now()
  controller.abort()
  expect((await ended).kind).toBe('cancelled')
  expect(performance.now() - askedAt).toBeGreaterThan(280)
  expect(processesWith(markOf(stage))).toEqual([])
})

const asked = ['ask', 'go', '--permission-mode', 'bypassPermissions', '--env', 'IS_SANDBOX=1']

test('kill -9 of agency in the middle of a task leaves no claude and no tool', async () => {
  await using stage = await setStage(longWork)
  const agency = stage.agency(asked)
  await whileWorking(stage)
  agency.kill('SIGKILL')
  await untilGone(stage)
})

test('Ctrl-C ends a run within seconds, exit 130, nothing left', async () => {
  await using stage = await setStage(longWork)
  const agency = stage.agency(asked)
  await whileWorking(stage)
  agency.kill('SIGINT')
  const { code, stderr } = await agency.done
  expect(code).toBe(130)
  expect(stderr).toContain('agency: interrupted\n')
  expect(processesWith(markOf(stage))).toEqual([])
})

test('a deadline of ask: one line, exit 1, nothing left', async () => {
  await using stage = await setStage(longWork)
  const { code, stderr } = await stage.agency([...asked, '--timeout', '2s']).done
  expect(code).toBe(1)
  expect(stderr).toContain('no result within 2 s')
  expect(processesWith(markOf(stage))).toEqual([])
})
