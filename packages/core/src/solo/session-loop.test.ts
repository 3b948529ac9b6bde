import { fakeClock, memoryRepository, TestLogger, verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import type { AgentClient, SessionSetup } from './agent-client.ts'
import type { Deliverable, DeliverableStatus } from './deliverable.ts'
import { createDeliverableService, type DeliverableService } from './deliverable-service.ts'
import type { RunEvent } from './run-event.ts'
import { createSessionRunner, type SessionRunnerOptions } from './session-loop.ts'
import type { SessionEnd, StreamEvent } from './stream-event.ts'
import type { Verification, Verifier } from './verifier.ts'

const never = new AbortController().signal
const acceptAll: Verifier = {
  verify: async () => ({ outcome: 'accepted', proof: { kind: 'self-reported' } }),
  changedTests: async () => [],
}

function deliverable(id: string, state: Partial<Deliverable> = {}): Deliverable {
  return { id, name: id, acceptanceCriteria: [], passed: false, blocked: false, ...state }
}

const passed = { passed: true, proof: { kind: 'self-reported' } } as const

function end(more: Partial<SessionEnd> = {}): SessionEnd {
  return { type: 'session_end', subtype: 'success', result: 'done', totalCostUsd: 0.1, ...more }
}

/** What the agent does in one session. */
type Script = (service: DeliverableService, signal: AbortSignal) => AsyncIterable<StreamEvent>

/** A session in which the agent does something with its tools and ends. */
function session(
  act: (service: DeliverableService) => unknown = () => undefined,
  ending = end(),
): Script {
  return async function* (service) {
    await act(service)
    yield ending
  }
}

const pass = (deliverableId: string) => (service: DeliverableService) =>
  service.setStatus({ deliverableId, passed: true }, never)
const block = (deliverableId: string) => (service: DeliverableService) =>
  service.block({ deliverableId })
const create = (id: string) => (service: DeliverableService) =>
  service.create({ deliverables: [{ id, name: id, acceptanceCriteria: [] }] })

interface Rig extends Partial<SessionRunnerOptions> {
  readonly initial?: DeliverableStatus
  /** One a session; the last goes on for ever. */
  readonly scripts?: readonly Script[]
  readonly verifier?: Verifier
}

function setUp({ initial, scripts = [session()], verifier = acceptAll, ...options }: Rig) {
  const clock = fakeClock()
  const startedAt = clock.now()
  const repository = memoryRepository(initial)
  const deliverables = createDeliverableService({ repository, verifier })
  const logger = new TestLogger()
  const events: RunEvent[] = []
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

const oneOpen = { deliverables: [deliverable('A')] }

verifies('SC-S003', 'a run in which everything passes is a success', async () => {
  const { runner } = setUp({
    initial: { deliverables: [deliverable('A'), deliverable('B')] },
    scripts: [session(pass('A')), session(pass('B'))],
  })
  expect(await runner.run(never)).toMatchObject({
    success: true,
    outcome: 'all_passed',
    iterations: 2,
  })
})

verifies('SC-S004', 'the limit of sessions ends a run that is not done', async () => {
  const { runner, setups } = setUp({ initial: oneOpen, maxIterations: 2 })
  const result = await runner.run(never)
  expect(result).toMatchObject({ success: false, outcome: 'max_iterations', iterations: 2 })
  expect(setups).toHaveLength(2)
})

verifies(
  'SC-S008',
  'work done in the first session needs no second client and no delay',
  async () => {
    const { runner, clock, journal } = setUp({ initial: oneOpen, scripts: [session(pass('A'))] })
    expect(await runner.run(never)).toMatchObject({ success: true, iterations: 1 })
    expect(journal).toEqual(['0s create 1', '0s coding 1', '0s dispose 1'])
    expect(clock.waits).toEqual([])
  },
)

verifies('SC-S009', 'without a limit the loop goes on while something is open', async () => {
  const idle = session()
  const { runner } = setUp({
    initial: { deliverables: [deliverable('A', passed), deliverable('B')] },
    scripts: [idle, idle, idle, idle, session(pass('B'))],
  })
  expect(await runner.run(never)).toMatchObject({ success: true, iterations: 5 })
})

verifies(
  ['SC-S010', 'AUT-009'],
  'the next client is another, started while the last one ends, and used after the delay',
  async () => {
    const { runner, journal } = setUp({
      initial: oneOpen,
      maxIterations: 2,
      delayBetweenSessions: 5_000,
    })
    await runner.run(never)
    expect(journal).toEqual([
      '0s create 1',
      '0s coding 1',
      '0s create 2',
      '0s dispose 1',
      '5s coding 2',
      '5s dispose 2',
    ])
  },
)

verifies(
  'AUT-011',
  'the delay is 3 s when nobody says otherwise, and none follows the last',
  async () => {
    const { runner, clock } = setUp({ initial: oneOpen, maxIterations: 3 })
    await runner.run(never)
    expect(clock.waits).toEqual([3_000, 3_000])
  },
)

verifies(
  ['AUT-012', 'AUT-013'],
  'the results of sessions and of the run hold what the status says',
  async () => {
    const { runner, events, repository } = setUp({
      initial: { deliverables: [deliverable('A'), deliverable('B'), deliverable('C')] },
      scripts: [
        session(pass('A')),
        session(block('B'), end({ subtype: 'error_during_execution', totalCostUsd: 0.4 })),
      ],
      maxIterations: 2,
    })
    const result = await runner.run(never)
    expect(result).toEqual({
      success: false,
      outcome: 'max_iterations',
      reason: 'the limit of 2 sessions is reached',
      iterations: 2,
      deliverablesPassedCount: 1,
      deliverablesTotalCount: 3,
      blockedCount: 1,
      totalCostUsd: 0.5,
      totalDuration: 3_000,
    })
    const counts = { deliverablesPassedCount: 1, deliverablesTotalCount: 3 }
    expect(events.filter(({ type }) => type === 'session_ended')).toEqual([
      {
        type: 'session_ended',
        session: 1,
        result: { success: true, costUsd: 0.1, duration: 0, ...counts },
      },
      {
        type: 'session_ended',
        session: 2,
        result: { success: false, costUsd: 0.4, duration: 0, ...counts },
      },
    ])
    expect(events.at(-1)).toEqual({ type: 'run_ended', result })
    expect(repository.saved?.costUsd).toBe(0.5)
  },
)

verifies('AUT-016', 'a session that breaks is an iteration and is not asked again', async () => {
  const broken = session(() => Promise.reject(new Error('claude crashed')))
  const { runner, journal, logger } = setUp({
    initial: oneOpen,
    scripts: [broken, session(pass('A'))],
    maxIterations: 2,
  })
  expect(await runner.run(never)).toMatchObject({ success: true, iterations: 2 })
  expect(journal.filter((line) => line.includes('coding'))).toHaveLength(2)
  expect(logger.messages('error')).toEqual(['claude crashed'])
})

verifies('AUT-018', 'a run succeeds when all that is not blocked has passed', async () => {
  const { runner } = setUp({
    initial: { deliverables: [deliverable('A'), deliverable('B')] },
    scripts: [session(block('A')), session(pass('B'))],
  })
  expect(await runner.run(never)).toMatchObject({ success: true, iterations: 2, blockedCount: 1 })
})

verifies('AUT-019', 'a run stops when all is blocked', async () => {
  const { runner } = setUp({ initial: oneOpen, scripts: [session(block('A'))] })
  expect(await runner.run(never)).toMatchObject({
    success: false,
    outcome: 'all_blocked',
    iterations: 1,
    blockedCount: 1,
  })
})

verifies('AUT-020', 'an empty list of deliverables lets the loop go on', async () => {
  const { runner } = setUp({ initial: { deliverables: [] }, maxIterations: 2 })
  expect(await runner.run(never)).toMatchObject({ outcome: 'max_iterations', iterations: 2 })
})

verifies('AUT-022', 'work finished in the last allowed session is a success', async () => {
  const { runner } = setUp({
    initial: oneOpen,
    scripts: [session(pass('A'), end({ totalCostUsd: 5 }))],
    maxIterations: 1,
    maxBudgetUsd: 1,
  })
  expect(await runner.run(never)).toMatchObject({ success: true, outcome: 'all_passed' })
})

verifies('AUT-023', 'work that is done already needs no session', async () => {
  const { runner, setups } = setUp({
    initial: { deliverables: [deliverable('A', passed), deliverable('B', { blocked: true })] },
  })
  expect(await runner.run(never)).toMatchObject({ success: true, iterations: 0, totalCostUsd: 0 })
  expect(setups).toEqual([])
})

verifies('AUT-024', 'three sessions in a row that change nothing are a stall', async () => {
  const { runner } = setUp({ initial: oneOpen, fingerprint: { take: async () => 'same' } })
  expect(await runner.run(never)).toMatchObject({
    success: false,
    outcome: 'stalled',
    reason: '3 sessions in a row changed no deliverable and no file',
    iterations: 3,
  })
})

verifies('AUT-024', 'a changed file or deliverable starts the count again', async () => {
  let sessions = 0
  const idle = () => sessions++
  const { runner } = setUp({
    initial: oneOpen,
    scripts: [
      session(idle),
      session(idle),
      session(idle),
      session(idle),
      session(create('B')),
      session(idle),
    ],
    // The third session changes a file, the fifth a deliverable, the three after it nothing.
    fingerprint: { take: async () => (sessions < 3 ? 'before' : 'after') },
  })
  expect(await runner.run(never)).toMatchObject({ outcome: 'stalled', iterations: 8 })
})

verifies('AUT-025', 'ten equal tool calls in a row stop the run, nine do not', async () => {
  const calls = (count: number): Script =>
    async function* () {
      for (let index = 0; index < count; index++) {
        yield { type: 'tool_invocation', name: 'Bash', input: { command: 'ls' } }
      }
      yield end()
    }
  const { runner } = setUp({ initial: oneOpen, scripts: [calls(9), calls(10)] })
  expect(await runner.run(never)).toMatchObject({
    outcome: 'stalled',
    reason: 'Bash was called 10 times in a row with the same arguments',
    iterations: 2,
  })
})

verifies(
  ['AUT-026', 'AUT-027'],
  'each session gets what is left of the budget, and a spent budget ends the run',
  async () => {
    const { runner, setups } = setUp({
      initial: oneOpen,
      scripts: [session(undefined, end({ totalCostUsd: 0.25 }))],
      maxBudgetUsd: 1,
      model: 'opus',
    })
    expect(await runner.run(never)).toMatchObject({
      success: false,
      outcome: 'budget',
      reason: '$1.00 of the budget of $1.00 is spent',
      iterations: 4,
    })
    const model = 'opus'
    expect(setups).toEqual([
      { maxBudgetUsd: 1, model },
      { maxBudgetUsd: 0.75, model },
      { maxBudgetUsd: 0.5, model },
      { maxBudgetUsd: 0.25, model },
    ])
  },
)

const resetsAt = new Date(Date.UTC(2026, 0, 1, 1))
const limited = session(undefined, end({ quotaResetsAt: resetsAt }))

verifies(
  ['AUT-029', 'AUT-030'],
  'a usage limit is waited out, and the wait is no iteration',
  async () => {
    const { runner, events, journal, logger } = setUp({
      initial: oneOpen,
      scripts: [limited, session(), session()],
      maxIterations: 2,
    })
    const result = await runner.run(never)
    expect(result).toMatchObject({ outcome: 'max_iterations', iterations: 2 })
    expect(journal.slice(2, 5)).toEqual(['0s dispose 1', '3600s create 2', '3600s coding 2'])
    expect(journal).toContain('3603s coding 3')
    expect(events).toContainEqual({ type: 'waiting', reason: 'quota', until: resetsAt })
    expect(logger.messages('warning')).toEqual([
      'The usage limit is reached; it resets at 2026-01-01T01:00:00.000Z. Waiting until 2026-01-01T01:00:00.000Z.',
    ])
  },
)

test.each<[string, Date | null, number]>([
  ['that nobody knows is waited for a quarter of an hour', null, 15 * 60_000],
  ['that has passed already does not make the loop spin', new Date(0), 1_000],
])('a reset %s', async (_, quotaResetsAt, wait) => {
  const { runner, clock } = setUp({
    initial: oneOpen,
    scripts: [session(undefined, end({ quotaResetsAt })), session(pass('A'))],
  })
  expect(await runner.run(never)).toMatchObject({ success: true, iterations: 1 })
  expect(clock.waits).toEqual([wait])
})

verifies('AUT-031', 'a run that may not wait ends at the usage limit', async () => {
  const { runner, clock } = setUp({ initial: oneOpen, scripts: [limited], noWait: true })
  expect(await runner.run(never)).toMatchObject({
    success: false,
    outcome: 'quota',
    reason: 'the usage limit is reached; it resets at 2026-01-01T01:00:00.000Z',
  })
  expect(clock.waits).toEqual([])
})

verifies('AUT-032', 'the instruction is chosen anew: first to plan, then to work', async () => {
  const { runner, journal } = setUp({
    scripts: [session(), session(create('A')), session(pass('A'))],
  })
  await runner.run(never)
  expect(journal.filter((line) => /initializer|coding/.test(line))).toEqual([
    '0s initializer 1',
    '3s initializer 2',
    '6s coding 3',
  ])
})

const proven = {
  passed: true,
  proof: { kind: 'verified', evidence: 'a.json', testFiles: { 'a.test.ts': 'old' } },
} as const

function tamperedOnce(verification: Verification) {
  const verified: string[] = []
  const verifier: Verifier = {
    verify: async ({ id }) => {
      verified.push(id)
      return verification
    },
    changedTests: async ({ proof }) =>
      proof?.kind === 'verified' && proof.testFiles['a.test.ts'] === 'old' ? ['a.test.ts'] : [],
  }
  return { verified, verifier }
}

verifies('AUT-057', 'changed tests are verified again before a success', async () => {
  const proof = { ...proven.proof, testFiles: { 'a.test.ts': 'new' } }
  const { verified, verifier } = tamperedOnce({ outcome: 'accepted', proof })
  const { runner, repository } = setUp({
    initial: { deliverables: [deliverable('A', proven)] },
    verifier,
  })
  expect(await runner.run(never)).toMatchObject({ success: true, iterations: 0 })
  expect(verified).toEqual(['A'])
  expect(repository.saved?.deliverables[0]?.proof).toEqual(proof)
})

verifies(
  'AUT-058',
  'a pass whose changed tests fail is lost, and the run is no success',
  async () => {
    const { verified, verifier } = tamperedOnce({ outcome: 'refused', reason: '0 tests ran' })
    const { runner, repository } = setUp({
      initial: { deliverables: [deliverable('A', proven)] },
      verifier,
      maxIterations: 1,
    })
    expect(await runner.run(never)).toMatchObject({
      success: false,
      outcome: 'max_iterations',
      deliverablesPassedCount: 0,
    })
    expect(verified).toEqual(['A'])
    expect(repository.saved?.deliverables).toEqual([deliverable('A')])
  },
)

test('an abort in a session ends it, starts no other, and the run resolves', async () => {
  const abort = new AbortController()
  const endless: Script = async function* () {
    yield { type: 'agent_text', text: 'thinking' }
    abort.abort()
    await new Promise(() => {})
  }
  const { runner, journal } = setUp({ initial: oneOpen, scripts: [endless] })
  expect(await runner.run(abort.signal)).toMatchObject({
    success: false,
    outcome: 'interrupted',
    interrupted: true,
    iterations: 1,
  })
  expect(journal).toEqual(['0s create 1', '0s coding 1', '0s dispose 1'])
})

/** Settles a deliverable, and has something more to say. */
function settling(deliverableId: string): Script {
  return async function* (service) {
    const input = { deliverableId, passed: true }
    yield { type: 'tool_invocation', name: 'mcp__any__set_deliverable_status', input }
    await pass(deliverableId)(service)
    yield { type: 'tool_response', toolUseId: 't', content: 'passed', isError: false }
    yield { type: 'agent_text', text: 'now I only say goodbye' }
    yield end()
  }
}

test('once a session claims a deliverable, the next client starts up, if one is due', async () => {
  const initial = { deliverables: [deliverable('A'), deliverable('B')] }
  const order: string[] = []
  const { runner, setups } = setUp({
    initial,
    scripts: [settling('A'), settling('B')],
    onEvent: (event) => {
      if (event.type === 'agent') order.push(`${event.event.type}, ${setups.length} created`)
    },
  })
  expect(await runner.run(never)).toMatchObject({ success: true, iterations: 2 })
  expect(order).toEqual([
    'tool_invocation, 1 created',
    'tool_response, 2 created',
    'agent_text, 2 created',
    'session_end, 2 created',
    'tool_invocation, 2 created',
    'tool_response, 2 created',
    'agent_text, 2 created',
    'session_end, 2 created',
  ])
})

test('with a budget the next client waits until the cost of the session is known', async () => {
  const { runner, setups } = setUp({
    initial: { deliverables: [deliverable('A'), deliverable('B')] },
    scripts: [settling('A'), settling('B')],
    maxBudgetUsd: 1,
  })
  await runner.run(never)
  expect(setups).toEqual([{ maxBudgetUsd: 1 }, { maxBudgetUsd: 0.9 }])
})

test('a client that was started in vain is gone when the run ends', async () => {
  const { runner, journal } = setUp({
    initial: { deliverables: [deliverable('A'), deliverable('B')] },
    scripts: [
      async function* (service) {
        await pass('A')(service)
        yield { type: 'tool_response', toolUseId: 't', content: 'passed', isError: false }
        yield { type: 'agent_text', text: 'the other is quickly done, too' }
        await pass('B')(service)
        yield end()
      },
    ],
  })
  expect(await runner.run(never)).toMatchObject({ success: true, iterations: 1 })
  expect(journal).toEqual([
    '0s create 1',
    '0s coding 1',
    '0s create 2',
    '0s dispose 1',
    '0s dispose 2',
  ])
})

test.each<['delay' | 'quota', Script, string[]]>([
  ['delay', session(), ['create 1', 'coding 1', 'create 2', 'dispose 1', 'dispose 2']],
  ['quota', limited, ['create 1', 'coding 1', 'dispose 1']],
])('an abort in a wait for %s ends the run and leaves no client', async (reason, script, steps) => {
  const abort = new AbortController()
  const { runner, journal, clock } = setUp({
    initial: oneOpen,
    scripts: [script],
    onEvent: (event) => {
      if (event.type === 'waiting' && event.reason === reason) queueMicrotask(() => abort.abort())
    },
  })
  expect(await runner.run(abort.signal)).toMatchObject({
    outcome: 'interrupted',
    iterations: reason === 'delay' ? 1 : 0,
  })
  expect(journal).toEqual(steps.map((step) => `0s ${step}`))
  expect(clock.waits).toEqual([])
})

test('an abort while changed tests are verified ends the run without touching the pass', async () => {
  const abort = new AbortController()
  const initial = { deliverables: [deliverable('A', proven)] }
  const { runner, repository } = setUp({
    initial,
    verifier: {
      verify: () => {
        abort.abort()
        return new Promise(() => {})
      },
      changedTests: async () => ['a.test.ts'],
    },
  })
  expect(await runner.run(abort.signal)).toMatchObject({ success: false, interrupted: true })
  expect(repository.saved).toEqual(initial)
})

test('a run that is aborted before it starts has no session', async () => {
  const { runner, setups } = setUp({ initial: { deliverables: [deliverable('A', passed)] } })
  expect(await runner.run(AbortSignal.abort())).toMatchObject({
    outcome: 'interrupted',
    iterations: 0,
  })
  expect(setups).toEqual([])
})

test('what breaks on our side ends the run with its reason, and no client stays', async () => {
  const error = new Error('coding.md: permission denied')
  const { runner, journal, events } = setUp({
    initial: oneOpen,
    instructions: { resolve: () => Promise.reject(error) },
  })
  const result = await runner.run(never)
  expect(result).toMatchObject({ success: false, outcome: 'failed', reason: error.message, error })
  expect(journal).toEqual(['0s create 1', '0s dispose 1'])
  expect(events.at(-1)).toEqual({ type: 'run_ended', result })
})

test('the events of a run tell its story in order', async () => {
  const { runner, events } = setUp({
    scripts: [session(create('A')), session(pass('A'))],
  })
  await runner.run(never)
  expect(events.map(({ type }) => type)).toEqual([
    'run_started',
    'session_started',
    'agent',
    'session_ended',
    'waiting',
    'session_started',
    'agent',
    'session_ended',
    'run_ended',
  ])
})
