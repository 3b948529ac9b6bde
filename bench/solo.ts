import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClaudeAgentClientFactory } from '@agency/claude'
import {
  createDeliverableService,
  createSessionRunner,
  type DeliverableLedger,
  systemClock,
  type Verifier,
} from '@agency/core'
import { createRehearsalServer, parseScript } from '@agency/rehearsal'
import { createStatusRepository, prepareProject } from '@agency/store'
import { isolatedEnvironment } from '@agency/testing'
import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk'
import { z } from 'zod'
import { measure } from './measure.ts'
import type { Places } from './places.ts'
import type { Section } from './section.ts'

const sessions = 5
const peer = 'five queries of the Agent SDK'
const loop = 'a run of five sessions'
const never = new AbortController().signal

/** The claims are self-reported: what a project's own tests take is not agency's. */
const believing: Verifier = {
  verify: async () => ({ outcome: 'accepted', proof: { kind: 'self-reported' } }),
  findStale: async () => [],
}

/** Five sessions that each write a file, claim a deliverable and say so, of a model that answers at once. */
export function measureSolo(places: Places): Promise<Section> {
  return measureSessions(places, { title: 'Five sessions, instant model', delayMs: 0, aim: 1 })
}

export function measureSoloWithModel(places: Places): Promise<Section> {
  const title = 'Five sessions, 300 ms a turn'
  return measureSessions(places, { title, delayMs: 300, aim: 0.85 })
}

interface SessionsCase {
  readonly title: string
  readonly delayMs: number
  readonly aim: number
}

async function measureSessions(places: Places, { title, delayMs, aim }: SessionsCase) {
  const directory = await mkdtemp(join(tmpdir(), 'agency-bench-'))
  try {
    const rows = await measure(
      [
        { name: peer, read: () => inTurn(queryAll, directory, delayMs, places) },
        { name: loop, read: () => inTurn(runAll, directory, delayMs, places) },
      ],
      7,
    )
    return { title, peer, rows, aims: { [loop]: aim } }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

interface Stage {
  readonly project: string
  readonly environment: Record<string, string>
  readonly deliverables: DeliverableLedger
}

/** Every reading has a project and a model of its own; only the sessions are timed. */
async function inTurn(
  work: (stage: Stage) => Promise<void>,
  directory: string,
  delayMs: number,
  places: Places,
) {
  const script = parseScript(story(delayMs), 'bench')
  if (!script.ok) throw script.error
  await using model = createRehearsalServer({ script: script.value })
  const project = await mkdtemp(join(directory, 'project-'))
  const deliverables = await plan(project, sessions)
  const environment = {
    ...isolatedEnvironment(directory, model.url),
    CLAUDE_BIN: places.claude,
  }
  const started = performance.now()
  await work({ project, environment, deliverables })
  const milliseconds = performance.now() - started
  const { deliverables: all } = await deliverables.status()
  if (!all.every(({ passed }) => passed)) throw new Error('a deliverable has not passed')
  return { milliseconds }
}

function story(delayMs: number): string {
  const fault = delayMs === 0 ? '' : `, fault: { delay: ${delayMs}ms }`
  const parts = Array.from({ length: sessions }, (_, index) => {
    const claim = `{ mcp__autonoe-deliverable__set_deliverable_status: { deliverableId: D${index}, passed: true } }`
    return `
  - turns:
      - { do: [ { Write: { file_path: "{{cwd}}/${index}.txt", content: one } } ]${fault} }
      - { do: [ ${claim} ]${fault} }
      - { say: Done.${fault} }`
  })
  return `rehearsal: 1\nname: bench\nconversations:${parts.join('')}\n`
}

export async function plan(project: string, count: number): Promise<DeliverableLedger> {
  await prepareProject(project)
  const repository = createStatusRepository(project)
  const service = createDeliverableService({ repository, verifier: believing })
  const deliverables = Array.from({ length: count }, (_, index) => ({
    id: `D${index}`,
    name: `Deliverable ${index}`,
    acceptanceCriteria: ['it is there', 'it works', 'it goes on working'],
  }))
  const created = await service.create({ deliverables })
  if (!created.success) throw new Error(created.message)
  return service
}

/** The plain way: one query after the other, each with the same tool. */
async function queryAll({ project, environment, deliverables }: Stage): Promise<void> {
  const input = { deliverableId: z.string(), passed: z.boolean() }
  for (let session = 0; session < sessions; session++) {
    const claim = tool('set_deliverable_status', 'Claims a deliverable', input, async (claimed) => {
      const { message } = await deliverables.setStatus(claimed, never)
      return { content: [{ type: 'text', text: message }] }
    })
    const server = createSdkMcpServer({ name: 'autonoe-deliverable', tools: [claim] })
    const messages = query({
      prompt: 'Do the next deliverable.',
      options: {
        cwd: project,
        env: environment,
        pathToClaudeCodeExecutable: environment['CLAUDE_BIN'] ?? '',
        systemPrompt: { type: 'preset', preset: 'claude_code' },
        settingSources: [],
        persistSession: false,
        permissionMode: 'bypassPermissions',
        allowDangerouslySkipPermissions: true,
        mcpServers: { 'autonoe-deliverable': server },
      },
    })
    for await (const message of messages) {
      if (message.type === 'result' && message.subtype !== 'success') throw new Error('it failed')
    }
  }
}

async function runAll({ project, environment, deliverables }: Stage): Promise<void> {
  const runner = createSessionRunner({
    clients: createClaudeAgentClientFactory({
      cwd: project,
      environment,
      variables: { IS_SANDBOX: '1' },
      deliverables,
      toolCallHooks: [],
      sandbox: false,
      permissionLevel: 'bypassPermissions',
    }),
    deliverables,
    instructions: { resolve: async () => 'Do the next deliverable.' },
    fingerprint: { take: async () => String(performance.now()) },
    clock: systemClock,
    delayBetweenSessions: 0,
  })
  const { success, iterations, reason } = await runner.run(never)
  if (!success || iterations !== sessions) throw new Error(`${iterations} sessions: ${reason}`)
}
