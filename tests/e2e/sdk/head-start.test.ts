import { createClaudeAgentClientFactory } from '@agency/claude'
import {
  type AgentClient,
  type Clock,
  createDeliverableService,
  createSessionRunner,
  type RunEvent,
  systemClock,
} from '@agency/core'
import { memoryRepository, verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import { processesOf, processesWith, until } from '../processes.ts'
import { never, type SdkStage, setSdkStage } from './sdk-stage.ts'

const claim = (id: string) =>
  `{ mcp__autonoe-deliverable__set_deliverable_status: { deliverableId: ${id}, passed: true } }`

const story = `conversations:
  - turns:
      - { say: the word of the first session is aubergine, do: [ ${claim('A')} ] }
      - { say: one is done }
  - turns:
      - { do: [ ${claim('B')} ] }
      - { say: both are done }
`

verifies(
  'AUT-210',
  'the next claude waits before its session, and knows nothing of the last',
  async () => {
    await using stage = await setSdkStage(story)
    await commit(stage.project, 'the state before the first session')
    const start = prepare(stage, { delayBetweenSessions: 0 })
    expect(await start(never)).toMatchObject({ success: true, iterations: 2 })
    const last = JSON.stringify(stage.model.requests.at(-1))
    expect(last).toContain('Do the next.')
    expect(last).not.toContain('aubergine')
    // What git said when claude started is not true any more when its session begins.
    expect(last).not.toContain('the state before')
    expect(claudes(stage)).toEqual([])
  },
)

verifies('AUT-210', 'it starts during the delay, and is gone when nobody needs it', async () => {
  await using stage = await setSdkStage(story)
  const abort = new AbortController()
  const waiting = Promise.withResolvers<void>()
  const start = prepare(stage, {
    delayBetweenSessions: 600_000,
    onEvent: (event) => {
      if (event.type === 'waiting') waiting.resolve()
    },
  })
  const result = start(abort.signal)
  await waiting.promise
  await until('the next claude runs', () => claudes(stage).length > 0)
  abort.abort()
  expect(await result).toMatchObject({ outcome: 'interrupted', iterations: 1 })
  expect(claudes(stage)).toEqual([])
})

test('one that is killed while it waits is replaced, and costs no session', async () => {
  await using stage = await setSdkStage(story)
  const clients: AgentClient[] = []
  const ended: boolean[] = []
  const start = prepare(stage, {
    onClient: (client) => clients.push(client),
    clock: {
      ...systemClock,
      // The delay lasts until the claude that waits has been killed.
      async sleep() {
        await until('the next claude runs', () => claudes(stage).length > 0)
        for (const pid of claudes(stage)) process.kill(pid, 'SIGKILL')
        await until('that is noticed', () => clients.at(-1)?.hasDied?.() === true)
      },
    },
    onEvent: (event) => {
      if (event.type === 'session_ended') ended.push(event.result.success)
    },
  })
  expect(await start(never)).toMatchObject({ success: true, iterations: 2 })
  expect(ended).toEqual([true, true])
  expect(clients).toHaveLength(3)
  expect(claudes(stage)).toEqual([])
})

interface Changes {
  readonly delayBetweenSessions?: number
  readonly clock?: Clock
  readonly onEvent?: (event: RunEvent) => void
  readonly onClient?: (client: AgentClient) => void
}

function prepare(stage: SdkStage, { onClient, ...options }: Changes) {
  const open = (id: string) => ({
    id,
    name: id,
    acceptanceCriteria: [],
    passed: false,
    blocked: false,
  })
  const deliverables = createDeliverableService({
    repository: memoryRepository({ deliverables: [open('A'), open('B')] }),
    verifier: {
      verify: async () => ({ outcome: 'accepted', proof: { kind: 'self-reported' } }),
      findStale: async () => [],
    },
  })
  let files = 0
  const factory = createClaudeAgentClientFactory(stage.options({ deliverables }))
  const runner = createSessionRunner({
    clients: {
      create(setup) {
        const client = factory.create(setup)
        onClient?.(client)
        return client
      },
    },
    deliverables,
    instructions: { resolve: async () => 'Do the next.' },
    fingerprint: { take: async () => String(files++) },
    clock: systemClock,
    ...options,
  })
  return (signal: AbortSignal) => runner.run(signal)
}

async function commit(directory: string, message: string): Promise<void> {
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
  for (const words of [
    ['init', '-q'],
    [...who, 'commit', '-q', '--allow-empty', '-m', message],
  ]) {
    const git = Bun.spawn(['git', '-C', directory, ...words], { env: { PATH: '/usr/bin:/bin' } })
    if ((await git.exited) !== 0) throw new Error(`git ${words.join(' ')} failed`)
  }
}

/** Those of this stage; other tests have their own. */
function claudes(stage: SdkStage): number[] {
  const claude = stage.environment['CLAUDE_BIN'] ?? ''
  const own = new Set(processesWith(stage.directory))
  return processesOf(claude).filter((pid) => own.has(pid))
}
