import { memoryRepository, verifies } from '@agency/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Deliverable, DeliverableStatus } from './deliverable.ts'
import type { NewDeliverable } from './deliverable-input.ts'
import { createDeliverableService } from './deliverable-service.ts'
import type { RunEvent } from './run-event.ts'
import type { Verification, Verifier } from './verifier.ts'

const never = new AbortController().signal
const selfReported: Verification = { outcome: 'accepted', proof: { kind: 'self-reported' } }
const refused: Verification = { outcome: 'refused', reason: 'bun test: 1 of 3 failed' }

function verifierThat(verify: Verifier['verify']): Verifier {
  return { verify, findStale: async () => [] }
}

function input(id: string): NewDeliverable {
  return { id, name: `The ${id}`, acceptanceCriteria: ['it works'] }
}

function deliverable(id: string, state: Partial<Deliverable> = {}): Deliverable {
  return { ...input(id), passed: false, blocked: false, ...state }
}

function setUp(
  deliverables?: readonly Deliverable[],
  verifier = verifierThat(async () => selfReported),
) {
  const repository = memoryRepository(deliverables && { deliverables })
  const changes: DeliverableStatus[] = []
  const decisions: RunEvent[] = []
  const service = createDeliverableService({
    repository,
    verifier,
    onChange: (status) => changes.push(status),
    onGate: (decision) => decisions.push(decision),
  })
  return { repository, service, changes, decisions }
}

verifies(
  ['DL-T001', 'AUT-042'],
  'all valid deliverables of a call are stored as open',
  async () => {
    const { repository, service, changes } = setUp()
    const verify = ['bun test']
    const answer = await service.create({
      deliverables: [{ ...input('A'), verify, tests: ['a.test.ts'] }, input('B')],
    })
    expect(answer).toEqual({ success: true, message: 'Created A, B.' })
    expect(repository.saved?.deliverables).toEqual([
      { ...deliverable('A'), verify, tests: ['a.test.ts'] },
      deliverable('B'),
    ])
    expect(changes).toEqual([repository.saved])
  },
)

verifies(['DL-T002', 'AUT-042'], 'an id that exists keeps its deliverable as it was', async () => {
  const { repository, service } = setUp([deliverable('A')])
  const answer = await service.create({ deliverables: [{ ...input('A'), verify: ['true'] }] })
  expect(answer).toMatchObject({ success: false, error: 'ALREADY_EXISTS' })
  expect(answer.message).toContain('A exists already')
  expect(repository.saved?.deliverables).toEqual([deliverable('A')])
})

verifies('AUT-044', 'a call with one bad entry stores none of its entries', async () => {
  const { repository, service, changes } = setUp([deliverable('A')])
  const create = async (...deliverables: NewDeliverable[]) =>
    (await service.create({ deliverables })).error
  expect(await create(input('B'), input('A'))).toBe('ALREADY_EXISTS')
  expect(await create(input('B'), input('B'))).toBe('DUPLICATE_ID')
  expect(repository.saved?.deliverables).toEqual([deliverable('A')])
  expect(changes).toEqual([])
})

test.each<[string, NewDeliverable[]]>([
  ['nothing', []],
  ['an empty id', [input('')]],
  ['an id that is a path', [input('../status')]],
  ['an id with a line break', [input('A\nB')]],
  ['an endless id', [input('A'.repeat(101))]],
  ['a blank name', [{ ...input('A'), name: ' ' }]],
  ['a blank command', [{ ...input('A'), verify: ['true', ' '] }]],
  ['a blank test path', [{ ...input('A'), tests: [''] }]],
])('creating %s is refused as invalid and stores nothing', async (_, deliverables) => {
  const { repository, service } = setUp()
  expect(await service.create({ deliverables })).toMatchObject({ error: 'INVALID_INPUT' })
  expect(repository.saved).toBeUndefined()
})

verifies('DL-T003', 'an accepted pass is stored with its proof', async () => {
  const { repository, service, decisions } = setUp([deliverable('A'), deliverable('B')])
  const answer = await service.setStatus({ deliverableId: 'B', passed: true }, never)
  expect(answer).toEqual({ success: true, message: 'B passed (self-reported).' })
  expect(repository.saved?.deliverables).toEqual([
    deliverable('A'),
    deliverable('B', { passed: true, proof: { kind: 'self-reported' } }),
  ])
  expect(decisions).toMatchObject([{ deliverableId: 'B', outcome: 'accepted' }])
})

verifies(
  ['DL-T004', 'DL-T011', 'AUT-042'],
  'an unknown id is not found and changes nothing',
  async () => {
    const { repository, service, changes } = setUp([deliverable('A')])
    const answers = [
      await service.setStatus({ deliverableId: 'X', passed: true }, never),
      await service.block({ deliverableId: 'X' }),
    ]
    for (const answer of answers) {
      expect(answer).toEqual({
        success: false,
        error: 'NOT_FOUND',
        message: 'There is no deliverable "X".',
      })
    }
    expect(repository.saved?.deliverables).toEqual([deliverable('A')])
    expect(changes).toEqual([])
  },
)

verifies('DL-T010', 'an open deliverable can be blocked', async () => {
  const { repository, service } = setUp([deliverable('A')])
  expect(await service.block({ deliverableId: 'A' })).toMatchObject({ success: true })
  expect(repository.saved?.deliverables).toEqual([deliverable('A', { blocked: true })])
})

verifies(['DL-T012', 'AUT-042'], 'a passed deliverable cannot be blocked', async () => {
  const passed = deliverable('A', { passed: true, proof: { kind: 'self-reported' } })
  const { repository, service } = setUp([passed])
  expect(await service.block({ deliverableId: 'A' })).toMatchObject({
    success: false,
    error: 'MUTUAL_EXCLUSION',
  })
  expect(repository.saved?.deliverables).toEqual([passed])
})

verifies('AUT-045', 'a pass that is taken back goes with its proof', async () => {
  const { repository, service } = setUp([
    deliverable('A', { passed: true, proof: { kind: 'self-reported' }, verify: ['true'] }),
  ])
  await service.setStatus({ deliverableId: 'A', passed: false }, never)
  expect(repository.saved?.deliverables).toEqual([deliverable('A', { verify: ['true'] })])
})

test('a refused pass answers with what failed and leaves the deliverable open', async () => {
  const { repository, service, decisions } = setUp(
    [deliverable('A', { blocked: true })],
    verifierThat(async () => refused),
  )
  expect(await service.setStatus({ deliverableId: 'A', passed: true }, never)).toEqual({
    success: false,
    error: 'VERIFICATION_FAILED',
    message: 'A has not passed: bun test: 1 of 3 failed',
  })
  expect(repository.saved?.deliverables).toEqual([deliverable('A', { blocked: true })])
  expect(decisions).toMatchObject([{ outcome: 'refused', detail: 'bun test: 1 of 3 failed' }])
})

test('a pass that is claimed again and refused is lost', async () => {
  const { repository, service } = setUp(
    [deliverable('A', { passed: true, proof: { kind: 'self-reported' } })],
    verifierThat(async () => refused),
  )
  await service.setStatus({ deliverableId: 'A', passed: true }, never)
  expect(repository.saved?.deliverables).toEqual([
    deliverable('A', { lostPass: { reason: 'bun test: 1 of 3 failed' } }),
  ])
})

test('the reason of a lost pass stays until it has passed again', async () => {
  const lost = deliverable('A', { lostPass: { reason: '1 test failed', evidence: 'A-2.json' } })
  let verification: Verification = refused
  const { repository, service } = setUp(
    [lost],
    verifierThat(async () => verification),
  )
  await service.setStatus({ deliverableId: 'A', passed: true }, never)
  expect(repository.saved?.deliverables).toEqual([lost])
  verification = selfReported
  await service.setStatus({ deliverableId: 'A', passed: true }, never)
  expect(repository.saved?.deliverables).toEqual([
    deliverable('A', { passed: true, proof: { kind: 'self-reported' } }),
  ])
})

test('a verifier that breaks has not verified anything', async () => {
  const { repository, service } = setUp(
    [deliverable('A')],
    verifierThat(() => Promise.reject(new Error('no sandbox'))),
  )
  const answer = await service.setStatus({ deliverableId: 'A', passed: true }, never)
  expect(answer).toMatchObject({ error: 'VERIFICATION_FAILED' })
  expect(answer.message).toContain('no sandbox')
  expect(repository.saved?.deliverables).toEqual([deliverable('A')])
})

test('an abort frees the queue even when the verifier does not heed it', async () => {
  const { repository, service } = setUp(
    [deliverable('A')],
    verifierThat(() => new Promise(() => {})),
  )
  const abort = new AbortController()
  const claim = service.setStatus({ deliverableId: 'A', passed: true }, abort.signal)
  const block = service.block({ deliverableId: 'A' })
  abort.abort()
  expect(await claim).toMatchObject({ success: false, error: 'INTERRUPTED' })
  expect(await block).toMatchObject({ success: true })
  expect(repository.saved?.deliverables).toEqual([deliverable('A', { blocked: true })])
})

test('a state that cannot be read is an answer, not an exception', async () => {
  const repository = { ...memoryRepository(), load: () => Promise.reject(new Error('damaged')) }
  const service = createDeliverableService({
    repository,
    verifier: verifierThat(async () => selfReported),
  })
  const answer = await service.create({ deliverables: [input('A')] })
  expect(answer).toMatchObject({ success: false, error: 'STATE_ERROR' })
  expect(answer.message).toContain('damaged')
})

test('calls at the same moment do not lose each other', async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `D${index}`)
  const { repository, service } = setUp()
  await Promise.all(ids.map((id) => service.create({ deliverables: [input(id)] })))
  await Promise.all([
    ...ids.map((id) => service.setStatus({ deliverableId: id, passed: true }, never)),
    service.addCost(0.5),
    service.addCost(0.25),
  ])
  expect(repository.saved?.deliverables.filter(({ passed }) => passed)).toHaveLength(20)
  expect(repository.saved?.costUsd).toBe(0.75)
})

verifies(
  'AUT-046',
  'no sequence of calls leaves a deliverable both passed and blocked',
  async () => {
    const call = fc.record({
      operation: fc.constantFrom('pass', 'fail', 'block'),
      id: fc.constantFrom('A', 'B'),
      accepted: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 12 }), async (calls) => {
        let accepted = true
        const { repository, service } = setUp(
          [deliverable('A'), deliverable('B')],
          verifierThat(async () => (accepted ? selfReported : refused)),
        )
        for (const { operation, id, ...gate } of calls) {
          accepted = gate.accepted
          const answer =
            operation === 'block'
              ? await service.block({ deliverableId: id })
              : await service.setStatus({ deliverableId: id, passed: operation === 'pass' }, never)
          const states = repository.saved?.deliverables ?? []
          expect(states.some(({ passed, blocked }) => passed && blocked)).toBe(false)
          expect(states.every(({ passed, proof }) => passed === (proof !== undefined))).toBe(true)
          if (operation === 'pass' && answer.success) {
            expect(states.find((each) => each.id === id)).toMatchObject({
              passed: true,
              blocked: false,
            })
          }
        }
      }),
      { numRuns: 50 },
    )
  },
)

test('the cost of sessions before the plan is kept until there is a status', async () => {
  const { repository, service } = setUp()
  await service.addCost(0.5)
  expect(repository.saved).toBeUndefined()
  await service.create({ deliverables: [input('A')] })
  await service.addCost(0.25)
  expect(repository.saved?.costUsd).toBe(0.75)
})

test('who plans a check that the gate will never accept is told so at once', async () => {
  const verifier: Verifier = {
    ...verifierThat(async () => selfReported),
    objectionTo: (commands) => (commands.includes('true') ? '"true" cannot fail.' : undefined),
  }
  const { service } = setUp([], verifier)
  const bad = { ...input('DL-002'), verify: ['true'] }
  const { success, message } = await service.create({ deliverables: [input('DL-001'), bad] })
  expect(success).toBe(true)
  expect(message).toBe(
    'Created DL-001, DL-002. Beware: DL-002 cannot pass with its verify commands. "true" cannot fail.',
  )
})
