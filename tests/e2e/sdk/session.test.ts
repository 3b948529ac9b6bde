import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClaudeAgentClientFactory } from '@agency/claude'
import type { StreamEvent } from '@agency/core'
import { verifies } from '@agency/testing'
import { describe, expect, test } from 'vitest'
import { root } from '../../sources.ts'
import { processesOf, processesWith, until } from '../processes.ts'
import type { Stage } from '../stage.ts'
import { never, type SdkStage, setSdkStage, summarise } from './sdk-stage.ts'

/** A command that leaves a process behind and then waits. */
const longWork = `
turns:
  - say: I begin.
    do: [ { Bash: { command: "tail -f /dev/null & tail -f /dev/null" } } ]
  - say: never said
`
/** Everything that a session starts inherits this, so it can be found. */
const alive = (stage: Stage) => processesWith(stage.directory)

const open = (stage: SdkStage) =>
  createClaudeAgentClientFactory(stage.options({ toolCallHooks: [] })).create({})

const whileWorking = (stage: Stage) =>
  until('claude runs its command', () => {
    const tails = processesOf('tail')
    return tails.length > 0 && alive(stage).some((pid) => tails.includes(pid))
  })

verifies(
  ['AUT-001', 'AUT-002', 'AUT-003'],
  'the process is there before the query, and events come while it runs',
  async () => {
    await using stage = await setSdkStage(`
turns:
  - say: I look.
    do: [ { Bash: { command: "echo one; echo two" } } ]
  - do: [ { Read: { file_path: "{{cwd}}/absent.txt" } } ]
  - say: That was it.
`)
    await using client = createClaudeAgentClientFactory(stage.options()).create({})
    await until('claude has started, before the query', () => alive(stage).length > 0)
    const events: StreamEvent[] = []
    for await (const event of client.query('Do it.', never)) {
      events.push(event)
      if (event.type !== 'session_end') expect(alive(stage)).not.toEqual([])
    }
    const { end, responses } = summarise(events)
    expect(events.map(({ type }) => type)).toEqual([
      'agent_text',
      'tool_invocation',
      'tool_response',
      'tool_invocation',
      'tool_response',
      'agent_text',
      'session_end',
    ])
    expect(responses[0]).toMatchObject({ content: 'one\ntwo', isError: false })
    expect(responses[1]).toMatchObject({ isError: true })
    expect(end).toMatchObject({ subtype: 'success', result: 'That was it.', model: 'rehearsal' })
    expect(end.totalCostUsd).toBeGreaterThan(0)
    expect(end).not.toHaveProperty('errors')
  },
)

describe('when a session is over, all of it is gone', () => {
  verifies('AUT-010', 'after a success, with a command still running', async () => {
    await using stage = await setSdkStage(`
turns:
  - do: [ { Bash: { command: "tail -f /dev/null", run_in_background: true } } ]
  - say: done
`)
    expect((await stage.session()).end.subtype).toBe('success')
    expect(alive(stage)).toEqual([])
    expect(readdirSync(stage.project)).toEqual(['.autonoe'])
  })

  verifies('AUT-010', 'after an error', async () => {
    await using stage = await setSdkStage(
      'turns: [ { say: x, fault: { status: 401, times: always } } ]',
    )
    const { end } = await stage.session()
    expect(end).toMatchObject({
      subtype: 'error_during_execution',
      failure: 'authentication',
      errors: [expect.stringMatching(/./)],
    })
    expect(end).not.toHaveProperty('result')
    expect(alive(stage)).toEqual([])
  })

  test('after an abort, soon and without an exception', async () => {
    await using stage = await setSdkStage(longWork)
    await using client = createClaudeAgentClientFactory(
      stage.options({ toolCallHooks: [] }),
    ).create({})
    const controller = new AbortController()
    const collected = Array.fromAsync(client.query('Do it.', controller.signal))
    await whileWorking(stage)
    const askedAt = performance.now()
    controller.abort()
    const { end } = summarise(await collected)
    expect(performance.now() - askedAt).toBeLessThan(2_000)
    expect(end).toMatchObject({ subtype: 'error_during_execution', failure: 'cancelled' })
    expect(alive(stage)).toEqual([])
  })

  test('after its reader has left in the middle', async () => {
    await using stage = await setSdkStage(longWork)
    const client = open(stage)
    for await (const event of client.query('Do it.', never)) {
      if (event.type === 'tool_invocation') break
    }
    await client[Symbol.asyncDispose]()
    expect(alive(stage)).toEqual([])
  })

  test('when it was never used, at any moment of its start', async () => {
    await using stage = await setSdkStage('turns: [ { say: unused } ]')
    const factory = createClaudeAgentClientFactory(stage.options())
    await factory.create({})[Symbol.asyncDispose]()
    expect(alive(stage)).toEqual([])
    await using early = factory.create({})
    await until('claude has started', () => alive(stage).length > 0)
    await early[Symbol.asyncDispose]()
    expect(alive(stage)).toEqual([])
    expect(stage.model.requests.filter(({ path }) => path.startsWith('/v1/messages'))).toEqual([])
  })

  test('after kill -9 of agency', async () => {
    await using stage = await setSdkStage(longWork)
    const owner = stage.agency([], {
      executable: [process.execPath, join(root, 'tests/e2e/sdk/session-owner.ts')],
    })
    await whileWorking(stage)
    owner.kill('SIGKILL')
    await until('nothing is left', () => alive(stage).length === 0)
  })
})

describe('a session that fails says how', () => {
  test('a usage limit, with the time of its reset', async () => {
    await using stage = await setSdkStage(`
turns:
  - say: x
    fault: { usage_limit: "You've hit your limit · resets 3pm (UTC)", times: always }
`)
    const { end } = await stage.session()
    expect(end.failure).toBe('quota')
    expect(end.quotaResetsAt?.getUTCHours()).toBe(15)
  })

  test('the budget', async () => {
    await using stage = await setSdkStage(`
turns:
  - do: [ { Bash: { command: "echo a" } } ]
    usage: { output_tokens: 400000 }
  - say: never said
`)
    const { end } = await stage.session({}, { maxBudgetUsd: 0.01 })
    expect(end).toMatchObject({ subtype: 'error_max_budget_usd', failure: 'budget' })
  })

  test('a claude that breaks at its start, with its own words', async () => {
    await using stage = await setSdkStage('turns: [ { say: unused } ]')
    const broken = join(stage.directory, 'claude')
    writeFileSync(broken, '#!/bin/sh\necho "no luck today" >&2\nexit 3\n', { mode: 0o755 })
    const environment = { ...stage.environment, CLAUDE_BIN: broken }
    const { end } = await stage.session({ environment })
    expect(end).toMatchObject({ subtype: 'error_during_execution', failure: 'process' })
    expect(end.errors?.join()).toContain('no luck today')
  })

  test('a claude that dies in the middle', async () => {
    await using stage = await setSdkStage(longWork)
    await using client = open(stage)
    const collected = Array.fromAsync(client.query('Do it.', never))
    await whileWorking(stage)
    const claude = stage.environment['CLAUDE_BIN'] ?? ''
    for (const pid of processesOf(claude)) {
      if (alive(stage).includes(pid)) process.kill(pid, 'SIGKILL')
    }
    expect(summarise(await collected).end).toMatchObject({ failure: 'process' })
    expect(alive(stage)).toEqual([])
  })
})
