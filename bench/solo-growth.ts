import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AgentClientFactory, createSessionRunner, systemClock } from '@agency/core'
import { measure } from './measure.ts'
import type { Section } from './section.ts'
import { plan } from './solo.ts'

const never = new AbortController().signal

/** What agency itself takes for one session of a long run, beside one of a short run. */
export async function measureSessionGrowth(): Promise<Section> {
  const peer = 'a session of 5'
  const long = 'a session of 50'
  const rows = await inDirectory((directory) =>
    measure(
      [
        { name: peer, read: () => readSessions(directory, 5) },
        { name: long, read: () => readSessions(directory, 50) },
      ],
      7,
    ),
  )
  return { title: "agency's own part of a session", peer, rows, aims: { [long]: 1.5 } }
}

/** A claim stored among few deliverables, beside one among many. */
export async function measureDeliverableGrowth(): Promise<Section> {
  const peer = 'one of 5 deliverables'
  const long = 'one of 500 deliverables'
  const rows = await inDirectory((directory) =>
    measure(
      [
        { name: peer, read: () => readClaims(directory, 5) },
        { name: long, read: () => readClaims(directory, 500) },
      ],
      7,
    ),
  )
  return { title: 'A claim stored', peer, rows, aims: { [long]: 10 } }
}

/** In all runs alike, so that only their length differs. */
const planned = 50

async function readSessions(directory: string, sessions: number) {
  const deliverables = await plan(await mkdtemp(join(directory, 'project-')), planned)
  let asked = 0
  const clients: AgentClientFactory = {
    create: () => ({
      async *query() {
        const deliverableId = `D${asked++}`
        yield { type: 'tool_invocation', name: 'Write', input: { file_path: deliverableId } }
        await deliverables.setStatus({ deliverableId, passed: true }, never)
        yield { type: 'tool_response', toolUseId: 't', content: 'passed', isError: false }
        yield { type: 'session_end', subtype: 'success', result: 'Done.', totalCostUsd: 0.01 }
      },
      async [Symbol.asyncDispose]() {},
    }),
  }
  const runner = createSessionRunner({
    clients,
    deliverables,
    instructions: { resolve: async () => 'Do the next deliverable.' },
    fingerprint: { take: async () => String(asked) },
    clock: systemClock,
    delayBetweenSessions: 0,
    maxIterations: sessions,
  })
  const started = performance.now()
  const { iterations, deliverablesPassedCount } = await runner.run(never)
  if (deliverablesPassedCount !== sessions) throw new Error(`it ended after ${iterations} sessions`)
  return { milliseconds: (performance.now() - started) / sessions }
}

const claims = 20

async function readClaims(directory: string, count: number) {
  const deliverables = await plan(await mkdtemp(join(directory, 'project-')), count)
  const started = performance.now()
  for (let claim = 0; claim < claims; claim++) {
    const deliverableId = `D${(claim * 7) % count}`
    const { success, message } = await deliverables.setStatus(
      { deliverableId, passed: true },
      never,
    )
    if (!success) throw new Error(message)
  }
  return { milliseconds: (performance.now() - started) / claims }
}

async function inDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'agency-bench-'))
  try {
    return await work(directory)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
