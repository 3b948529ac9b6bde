import {
  type AgentClient,
  createDeliverableService,
  createSessionRunner,
  type Deliverable,
  type DeliverableService,
  type DeliverableStatus,
  type RunEvent,
  type SessionEnd,
  type SessionRunnerOptions,
  type SessionSetup,
  type StreamEvent,
  type Verifier,
} from '@agency/core'
import { fakeClock } from './fake-clock.ts'
import { memoryRepository } from './memory-repository.ts'
import { TestLogger } from './test-logger.ts'

export const never = new AbortController().signal
const acceptAll: Verifier = {
  verify: async () => ({ outcome: 'accepted', proof: { kind: 'self-reported' } }),
  findStale: async () => [],
}

export function deliverable(id: string, state: Partial<Deliverable> = {}): Deliverable {
  return { id, name: id, acceptanceCriteria: [], passed: false, blocked: false, ...state }
}

export const passed = { passed: true, proof: { kind: 'self-reported' } } as const

export const oneOpen = { deliverables: [deliverable('A')] }

export function end(more: Partial<SessionEnd> = {}): SessionEnd {
  return { type: 'session_end', subtype: 'success', result: 'done', totalCostUsd: 0.1, ...more }
}

/** What the agent does in one session. */
export type Script = (
  service: DeliverableService,
  signal: AbortSignal,
) => AsyncIterable<StreamEvent>

/** A session in which the agent does something with its tools and ends. */
export function session(
  act: (service: DeliverableService) => unknown = () => undefined,
  ending = end(),
): Script {
  return async function* (service) {
    await act(service)
    yield ending
  }
}

export const pass = (deliverableId: string) => (service: DeliverableService) =>
  service.setStatus({ deliverableId, passed: true }, never)
export const block = (deliverableId: string) => (service: DeliverableService) =>
  service.block({ deliverableId })
export const create = (id: string) => (service: DeliverableService) =>
  service.create({ deliverables: [{ id, name: id, acceptanceCriteria: [] }] })

interface Rig extends Partial<SessionRunnerOptions> {
  readonly initial?: DeliverableStatus
  /** One a session; the last goes on for ever. */
  readonly scripts?: readonly Script[]
  readonly verifier?: Verifier
}

/** The session loop with agents that play scripts, on a clock that does not wait. */
export function setUp({ initial, scripts = [session()], verifier = acceptAll, ...options }: Rig) {
  const clock = fakeClock()
  const startedAt = clock.now()
  const repository = memoryRepository(initial)
  const logger = new TestLogger()
  const events: RunEvent[] = []
  const deliverables = createDeliverableService({
    repository,
    verifier,
    onGate: (event) => events.push(event),
    onRecheck: (event) => events.push(event),
  })
  /** What happened, with the second in which it did. */
  const journal: string[] = []
  const setups: SessionSetup[] = []
  const note = (what: string) => journal.push(`${(clock.now() - startedAt) / 1000}s ${what}`)
  let files = 0
  const runner = createSessionRunner({
    clients: {
      create(setup): AgentClient {
        const number = setups.push(setup)
        note(`create ${number}`)
        return {
          query(instruction, signal) {
            note(`${instruction} ${number}`)
            const script = scripts[Math.min(number, scripts.length) - 1] ?? session()
            return script(deliverables, signal)
          },
          async [Symbol.asyncDispose]() {
            note(`dispose ${number}`)
          },
        }
      },
    },
    deliverables,
    instructions: { resolve: async (name) => name },
    // Without a word about it, every session changes a file.
    fingerprint: { take: async () => String(files++) },
    clock,
    logger,
    onEvent: (event) => events.push(event),
    ...options,
  })
  return { clock, repository, logger, events, journal, setups, runner }
}
