import { copyFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type AIEvent,
  type ClaudeInvocationError,
  type Clock,
  createAIRequest,
  systemClock,
} from '@agency/core'
import { findClaudeBinary, verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import { processesOf, processesWith, until } from '../processes.ts'
import { type Stage, setStage } from '../stage.ts'

const never = new AbortController().signal
const work = `
conversations:
  - repeat: true
    turns:
      - do: [ { Write: { file_path: "{{cwd}}/a.txt", content: one } } ]
      - say: Written.
      - say: It was written before.
`
const options = { permissionMode: 'bypassPermissions' } as const

/** Waits a tenth of every wait. */
const hurried: Clock = {
  now: () => systemClock.now(),
  sleep: (milliseconds, signal) => systemClock.sleep(milliseconds / 10, signal),
}

/** The one claude process of this stage. */
function onlyClaude(stage: Stage): number {
  const [pid, second] = claudes(stage)
  if (pid === undefined || second !== undefined) throw new Error('there is not just one claude')
  return pid
}

function claudes(stage: Stage): number[] {
  const ours = new Set(processesWith(stage.directory))
  return processesOf(stage.environment['CLAUDE_BIN'] ?? '').filter((pid) => ours.has(pid))
}

verifies('RUN-068', 'a warm run gives what a cold one gives, and goes on cold', async () => {
  await using stage = await setStage(work)
  await using runner = stage.runner()
  const run = async () => {
    const events: AIEvent[] = []
    const result = await runner.run(createAIRequest('go', options), never, (event) =>
      events.push(event),
    )
    return { result, events: events.map((event) => event.type) }
  }
  const cold = await run()
  expect(await runner.prepare(options)).toBe(true)
  onlyClaude(stage)
  const warm = await run()
  expect(warm.events).toEqual(cold.events)
  const { sessionId, durationMs, totalCostUsd, ...told } = warm.result
  expect(cold.result).toMatchObject(told)
  expect(sessionId).not.toBe(cold.result.sessionId)
  expect(durationMs).toBeGreaterThan(0)
  expect(totalCostUsd).toBeCloseTo(cold.result.totalCostUsd, 3)
  expect(claudes(stage)).toEqual([])

  const conversation = { kind: 'continued', sessionId } as const
  const continued = await runner.run(createAIRequest('go on', { conversation }), never)
  expect(continued.output).toBe('It was written before.')
})

verifies(
  'RUN-068',
  'other options, directory or environment start cold, and leave the prepared process to its own',
  async () => {
    await using stage = await setStage(`
conversations:
  - when: { prompt: who }
    turns:
      - do: [ { Bash: { command: "cat /proc/$PPID/stat" } } ]
      - say: "{{result}}"
  - { repeat: true, turns: [ { say: ok } ] }
`)
    await using runner = stage.runner()
    await runner.prepare(options)
    const waiting = onlyClaude(stage)
    for (const other of [
      { ...options, model: 'opus' },
      { ...options, workingDir: stage.directory },
      { ...options, environment: { LEVEL: '2' } },
      { ...options, systemPrompt: 'terse' },
      { ...options, conversation: { kind: 'new', sessionId: crypto.randomUUID() } as const },
    ]) {
      expect(await runner.run(createAIRequest('x', other), never)).toMatchObject({ output: 'ok' })
      expect(claudes(stage)).toEqual([waiting])
    }
    const result = await runner.run(createAIRequest('who are you?', options), never)
    expect(result.output).toMatch(new RegExp(`^${waiting} `))
  },
)

verifies(
  'RUN-068',
  'failures, deadline and cancel of a warm run are those of a cold one',
  async () => {
    await using broke = await setStage(
      'turns: [ { say: x, fault: { status: 401, times: always } } ]',
    )
    await using first = broke.runner()
    await first.prepare()
    const refused = await first.run(createAIRequest('x'), never, () => {}).catch((error) => error)
    expect((refused as ClaudeInvocationError).kind).toBe('authentication')

    await using stuck = await setStage(
      'turns: [ { say: x, fault: { hang: true, times: always } } ]',
    )
    await using second = stuck.runner()
    await second.prepare()
    const late = await second
      .run(createAIRequest('x', { timeoutMs: 1_000 }), never)
      .catch((error) => error)
    expect(late.kind).toBe('timeout')
    await second.prepare()
    const controller = new AbortController()
    const left = await second
      .run(createAIRequest('x'), controller.signal, () => controller.abort())
      .catch((error) => error)
    expect(left.kind).toBe('cancelled')
    expect(claudes(stuck)).toEqual([])
  },
)

verifies('RUN-069', 'a warm process that died or hangs is not used', async () => {
  await using stage = await setStage(work)
  await using runner = stage.runner({ clock: hurried })
  for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
    await runner.prepare(options)
    const waiting = onlyClaude(stage)
    process.kill(waiting, signal)
    if (signal === 'SIGKILL') await until('it is dead', () => claudes(stage).length === 0)
    const result = await runner.run(createAIRequest('x', options), never)
    expect(result, signal).toMatchObject({ success: true, output: 'Written.' })
    expect(claudes(stage)).toEqual([])
  }
})

verifies('RUN-069', 'a claude that was replaced since is started anew', async () => {
  await using stage = await setStage(work)
  const copy = join(stage.directory, 'claude')
  copyFileSync(findClaudeBinary(), copy)
  await using runner = stage.runner({ environment: { ...stage.environment, CLAUDE_BIN: copy } })
  await runner.prepare(options)
  const json = '{"type":"result","is_error":false,"result":"the new one"}'
  writeFileSync(`${copy}.new`, `#!/bin/sh\necho '${json}'\n`, { mode: 0o755 })
  renameSync(`${copy}.new`, copy)
  expect(await runner.run(createAIRequest('x', options), never)).toMatchObject({
    output: 'the new one',
  })
  expect(processesOf(copy)).toHaveLength(1)
  await runner[Symbol.asyncDispose]()
  expect(processesWith(stage.directory)).toEqual([])
})

verifies('RUN-069', 'a warm process ends with its owner, also after SIGKILL', async () => {
  await using stage = await setStage(work)
  const owner = startOwner(stage)
  const reader = owner.stdout.getReader()
  const { value } = await reader.read()
  expect(new TextDecoder().decode(value)).toContain('prepared')
  expect(claudes(stage)).toHaveLength(1)
  owner.kill('SIGKILL')
  await until('nothing is left', () => processesWith(stage.directory).length === 0)
})

test('a warm process that nobody used does not keep its owner alive', async () => {
  await using stage = await setStage(work)
  const owner = startOwner(stage, '--leave')
  expect(await owner.stdout.text()).toBe('prepared\n')
  expect(await owner.exited).toBe(0)
  expect(processesWith(stage.directory)).toEqual([])
})

function startOwner(stage: Stage, ...words: string[]) {
  const program = join(import.meta.dirname, 'warm-owner.ts')
  return Bun.spawn([process.execPath, program, ...words], {
    cwd: stage.project,
    env: stage.environment,
    stdout: 'pipe',
    stderr: 'inherit',
    killSignal: 'SIGKILL',
    timeout: 120_000,
  })
}
