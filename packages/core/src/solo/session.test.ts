import { fakeClock, MockAgentClient, TestLogger, verifies } from '@agency/testing'
import { expect, test, vi } from 'vitest'
import type { AgentClient } from './agent-client.ts'
import { runSession } from './session.ts'
import type { SessionEnd, StreamEvent, ToolInvocation } from './stream-event.ts'

const never = new AbortController().signal
const done: SessionEnd = {
  type: 'session_end',
  subtype: 'success',
  result: 'All is well',
  totalCostUsd: 0.25,
}

function call(name: string, input: ToolInvocation['input'] = {}): ToolInvocation {
  return { type: 'tool_invocation', name, input }
}

function clientOf(...events: StreamEvent[]): MockAgentClient {
  const client = new MockAgentClient()
  client.setResponses(events)
  return client
}

async function have(client: AgentClient, { instruction = 'work', signal = never } = {}) {
  const logger = new TestLogger()
  const seen: StreamEvent[] = []
  const report = await runSession(
    {
      number: 7,
      client,
      instruction,
      clock: fakeClock(),
      logger,
      onEvent: (event) => seen.push(event),
    },
    signal,
  )
  return { report, logger, seen }
}

/** One of each type. */
const events: readonly StreamEvent[] = [
  { type: 'agent_text', text: 'Hello' },
  call('Read', { path: 'SPEC.md' }),
  { type: 'tool_response', toolUseId: '1', content: '# Spec', isError: false },
  done,
]

verifies('AUT-005', 'a mock client plays its events, and nothing else', async () => {
  const client = clientOf(...events)
  const { seen, report } = await have(client, { instruction: 'do it' })
  expect(seen).toEqual(events)
  expect(client.instructions).toEqual(['do it'])
  expect(report).toEqual({ success: true, costUsd: 0.25, duration: 0, errors: [] })
})

verifies('AUT-001', 'events of all four types are seen while the session runs', async () => {
  const order: string[] = []
  const client: AgentClient = {
    async *query() {
      for (const event of events) {
        order.push(`sent ${event.type}`)
        yield event
      }
    },
    async [Symbol.asyncDispose]() {},
  }
  const onEvent = ({ type }: StreamEvent) => order.push(`seen ${type}`)
  const ports = { clock: fakeClock(), logger: new TestLogger() }
  await runSession({ number: 1, client, instruction: 'work', ...ports, onEvent }, never)
  expect(order).toEqual(events.flatMap(({ type }) => [`sent ${type}`, `seen ${type}`]))
})

verifies(
  ['SC-S006', 'AUT-014'],
  'a success writes its result and its cost through the logger',
  async () => {
    const { logger } = await have(clientOf(done))
    expect(logger.messages('info')).toEqual([
      'Session 7 started',
      'All is well',
      'Session 7: cost=$0.2500, duration=0.0s',
    ])
    expect(logger.messages('error')).toEqual([])
  },
)

verifies('SC-S007', 'a failure writes every one of its errors through the logger', async () => {
  const errors = ['the stream broke', 'the child died']
  const { logger, report } = await have(
    clientOf({ type: 'session_end', subtype: 'error_during_execution', errors }),
  )
  expect(logger.messages('error')).toEqual(errors)
  expect(report).toMatchObject({ success: false, errors, costUsd: 0 })
})

verifies('SC-L004', 'a session leaves its messages in the logger it was given', async () => {
  const spies = [
    vi.spyOn(process.stdout, 'write'),
    vi.spyOn(process.stderr, 'write'),
    ...(['log', 'info', 'debug', 'warn', 'error'] as const).map((method) =>
      vi.spyOn(console, method),
    ),
  ]
  const { logger } = await have(clientOf({ type: 'agent_text', text: 'Hello' }, done))
  expect(logger.entries.length).toBeGreaterThan(3)
  for (const spy of spies) {
    expect(spy).not.toHaveBeenCalled()
    spy.mockRestore()
  }
})

test('what is sent and received is logged for debugging, cut to 200 characters', async () => {
  const long = 'x'.repeat(201)
  const { logger } = await have(
    clientOf(
      { type: 'agent_text', text: long },
      call('Bash', { command: 'ls' }),
      { type: 'tool_response', toolUseId: '1', content: 'a.txt', isError: false },
      done,
    ),
    { instruction: long },
  )
  expect(logger.messages('debug')).toEqual([
    `[Send] ${'x'.repeat(200)}`,
    `[Recv] agent_text: ${'x'.repeat(200)}`,
    '[Recv] tool_invocation: Bash {"command":"ls"}',
    '[Recv] tool_response: a.txt',
    '[Recv] session_end: success All is well',
  ])
})

test.each<[string, SessionEnd | undefined, string]>([
  ['without a result', undefined, 'The session ended without a result'],
  [
    'at its budget',
    { type: 'session_end', subtype: 'error_max_budget_usd' },
    'error_max_budget_usd',
  ],
])('a session that ends %s has failed', async (_, end, error) => {
  const { report } = await have(end === undefined ? clientOf() : clientOf(end))
  expect(report).toMatchObject({ success: false, errors: [error] })
})

test('a client that throws makes a failed session, not an exception', async () => {
  const client: AgentClient = {
    query() {
      throw new Error('claude is gone')
    },
    async [Symbol.asyncDispose]() {},
  }
  const { report, logger } = await have(client)
  expect(report).toMatchObject({ success: false, errors: ['claude is gone'] })
  expect(logger.messages('error')).toEqual(['claude is gone'])
})

test('a usage limit is no success, even if it is delivered as one', async () => {
  const quotaResetsAt = new Date(0)
  const { report } = await have(clientOf({ ...done, quotaResetsAt }))
  expect(report).toMatchObject({ success: false, errors: [], quotaResetsAt })
})

test('the tenth equal call in a row ends the session, whatever the order of its arguments', async () => {
  const calls = Array.from({ length: 12 }, (_, index) =>
    call('Bash', index % 2 === 0 ? { a: 1, b: { c: 2, d: 3 } } : { b: { d: 3, c: 2 }, a: 1 }),
  )
  const { report, seen } = await have(clientOf(...calls, done))
  expect(seen).toHaveLength(10)
  expect(report).toMatchObject({ success: false, repeatedTool: 'Bash' })
})

test('nine equal calls, another one, and nine more are no loop', async () => {
  const nine = Array.from({ length: 9 }, () => call('Bash', { command: 'ls' }))
  const { report } = await have(
    clientOf(...nine, call('Bash', { command: 'pwd' }), ...nine, call('Read'), ...nine, done),
  )
  expect(report).not.toHaveProperty('repeatedTool')
  expect(report.success).toBe(true)
})

test('an abort ends the session even when the client does not heed it', async () => {
  const abort = new AbortController()
  const client: AgentClient = {
    async *query() {
      yield { type: 'agent_text', text: 'thinking' } as const
      abort.abort()
      await new Promise(() => {})
    },
    async [Symbol.asyncDispose]() {},
  }
  const { report } = await have(client, { signal: abort.signal })
  expect(report).toMatchObject({ success: false, errors: [] })
})
