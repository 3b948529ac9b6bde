import { scriptedLoop, verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import type { Deliverable } from './deliverable.ts'
import type { DeliverableService } from './deliverable-service.ts'
import type { Verifier } from './verifier.ts'

const { deliverable, never, pass, session, setUp } = scriptedLoop

/** A project that a verifier looks at: its content, and which deliverables do not work in it. */
interface World {
  project: string
  readonly broken: Set<string>
  readonly verified: string[]
}

function worldAt(project: string): World & { readonly verifier: Verifier } {
  const world: World = { project, broken: new Set(), verified: [] }
  const verifier: Verifier = {
    verify: async ({ id }) => {
      world.verified.push(id)
      return world.broken.has(id)
        ? { outcome: 'refused', reason: '1 test failed', evidence: `${id}-2.json` }
        : { outcome: 'accepted', proof: proofAt(world.project) }
    },
    findStale: async (passed) =>
      passed
        .filter(({ proof }) => proof?.kind === 'verified' && proof.project !== world.project)
        .map((each) => ({ deliverable: each, because: 'the project has changed' })),
  }
  return Object.assign(world, { verifier })
}

function proofAt(project: string) {
  return { kind: 'verified', evidence: 'a.json', testFiles: {}, project } as const
}

function provenAt(project: string, id = 'A'): Deliverable {
  return deliverable(id, { passed: true, proof: proofAt(project) })
}

test('an unchanged project is not verified again', async () => {
  const { verifier, verified } = worldAt('same')
  const { runner } = setUp({ initial: { deliverables: [provenAt('same')] }, verifier })
  expect(await runner.run(never)).toMatchObject({ success: true, iterations: 0 })
  expect(verified).toEqual([])
})

verifies(
  ['AUT-023', 'AUT-057'],
  'a changed one is, before a success, and no session is paid for it',
  async () => {
    const { verifier, verified } = worldAt('new')
    const { runner, repository, setups } = setUp({
      initial: { deliverables: [provenAt('old'), provenAt('new', 'B')] },
      verifier,
    })
    expect(await runner.run(never)).toMatchObject({ success: true, iterations: 0 })
    expect(verified).toEqual(['A'])
    expect(setups).toEqual([])
    expect(repository.saved?.deliverables).toEqual([provenAt('new'), provenAt('new', 'B')])
  },
)

test('what a later session breaks is found at the end, said, mended and checked again', async () => {
  const world = worldAt('start')
  const change = (project: string, act: (service: DeliverableService) => unknown) =>
    session((service) => {
      world.project = project
      return act(service)
    })
  const { runner, events, repository } = setUp({
    initial: { deliverables: [deliverable('A'), deliverable('B')] },
    verifier: world.verifier,
    scripts: [
      change('A works', pass('A')),
      change('B works, A no longer', (service) => {
        world.broken.add('A')
        return pass('B')(service)
      }),
      change('both work', (service) => {
        expect(repository.saved?.deliverables[0]).toEqual({
          ...deliverable('A'),
          lostPass: { reason: 'the project has changed; 1 test failed', evidence: 'A-2.json' },
        })
        world.broken.delete('A')
        return pass('A')(service)
      }),
    ],
  })
  expect(await runner.run(never)).toMatchObject({ success: true, iterations: 3 })
  expect(repository.saved?.deliverables).toEqual([
    provenAt('both work'),
    provenAt('both work', 'B'),
  ])
  expect(world.verified).toEqual(['A', 'B', 'A', 'A', 'B'])
  const told = events.filter(({ type }) => type === 'recheck' || type === 'gate')
  expect(told.slice(2, 4)).toEqual([
    {
      type: 'recheck',
      deliverableId: 'A',
      number: 1,
      total: 1,
      because: 'the project has changed',
    },
    {
      type: 'gate',
      deliverableId: 'A',
      outcome: 'refused',
      detail: 'the project has changed; 1 test failed',
      again: true,
    },
  ])
})

verifies('AUT-058', 'a pass that is lost in the last session allowed is no success', async () => {
  const world = worldAt('new')
  world.broken.add('A')
  const { runner } = setUp({
    initial: { deliverables: [provenAt('old')] },
    verifier: world.verifier,
    maxIterations: 1,
  })
  expect(await runner.run(never)).toMatchObject({
    success: false,
    outcome: 'max_iterations',
    deliverablesPassedCount: 0,
  })
  expect(world.verified).toEqual(['A'])
})

test('a project that every verification changes is checked once, not for ever', async () => {
  const world = worldAt('new')
  const { verifier } = world
  const { runner } = setUp({
    initial: { deliverables: [provenAt('old'), provenAt('old', 'B')] },
    verifier: {
      ...verifier,
      verify: (claimed, signal) => {
        const verification = verifier.verify(claimed, signal)
        world.project += '.'
        return verification
      },
    },
  })
  expect(await runner.run(never)).toMatchObject({ success: true, iterations: 0 })
  expect(world.verified).toEqual(['A', 'B'])
})

test('a verification that cannot run ends the run, and takes no pass away', async () => {
  const initial = { deliverables: [provenAt('old')] }
  const error = new Error('the disk is full')
  const { runner, repository, setups } = setUp({
    initial,
    verifier: { ...worldAt('new').verifier, verify: () => Promise.reject(error) },
  })
  expect(await runner.run(never)).toMatchObject({ success: false, outcome: 'failed', error })
  expect(repository.saved).toEqual(initial)
  expect(setups).toEqual([])
})

test.each(['findStale', 'verify'] as const)(
  'an abort in the final check (%s) ends the run without touching a pass',
  async (step) => {
    const abort = new AbortController()
    const initial = { deliverables: [provenAt('old')] }
    const { runner, repository } = setUp({
      initial,
      verifier: {
        ...worldAt('new').verifier,
        [step]: () => {
          abort.abort()
          return new Promise(() => {})
        },
      },
    })
    expect(await runner.run(abort.signal)).toMatchObject({ success: false, interrupted: true })
    expect(repository.saved).toEqual(initial)
  },
)

test('a check that passes when claimed and fails at the end is a stall, not a run without end', async () => {
  const { verifier } = worldAt('same')
  const { runner } = setUp({
    initial: { deliverables: [deliverable('A')] },
    scripts: [session(pass('A'))],
    fingerprint: { take: async () => 'same' },
    verifier: {
      ...verifier,
      // Accepted on every claim, refused on every second look.
      verify: async ({ passed }) =>
        passed
          ? { outcome: 'refused', reason: 'flaky' }
          : { outcome: 'accepted', proof: proofAt('before') },
    },
  })
  expect(await runner.run(never)).toMatchObject({ outcome: 'stalled', success: false })
})
