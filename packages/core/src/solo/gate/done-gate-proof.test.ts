import { verifies } from '@agency/testing'
import { describe, expect, test } from 'vitest'
import { exited, gate, reasonOf, report } from '../../../testing/done-gate.ts'

describe('the proof', () => {
  verifies('AUT-055', 'every look leaves evidence, of a refusal too', async () => {
    const { verify, stored } = gate({
      runs: { 'npm test': exited(0, 'Tests 2 passed'), 'node check.js': exited(1, 'no') },
      reports: { 'npm test': report({ outcome: 'passed', passed: 2 }) },
    })
    const verification = await verify(['npm test', 'node check.js'])
    expect(verification).toMatchObject({ outcome: 'refused', evidence: 'DL-1-1.json' })
    expect(stored).toMatchObject([
      {
        deliverableId: 'DL-1',
        outcome: 'refused',
        commit: 'c0ffee',
        startedAt: '2026-01-01T00:00:00.000Z',
        checks: [
          {
            command: 'npm test',
            exitCode: 0,
            outputSha256: 'hash of Tests 2 passed',
            tests: { outcome: 'passed', passed: 2, executed: 2, runners: ['vitest'] },
          },
          { command: 'node check.js', exitCode: 1, outputSha256: 'hash of no' },
        ],
      },
    ])
  })

  test('without commands a pass is accepted as self-reported', async () => {
    const { verify, stored } = gate({})
    const accepted = { outcome: 'accepted', proof: { kind: 'self-reported' } }
    expect(await verify(undefined)).toEqual(accepted)
    expect(await verify([])).toEqual(accepted)
    expect(stored).toEqual([])
  })

  test('a verified pass whose commands are gone does not become self-reported', async () => {
    const { verify } = gate({})
    const proof = { kind: 'verified', evidence: 'DL-1-1.json', testFiles: {} } as const
    expect(await verify([], { proof })).toMatchObject({ outcome: 'refused' })
  })
})

describe('the tamper lock', () => {
  const passing = {
    runs: { 'npm test': exited(0, '✓ src/sum.test.ts (2 tests)') },
    reports: { 'npm test': report({ outcome: 'passed', passed: 2 }) },
  }

  test('the files named as tests and those in the report are locked by their hash', async () => {
    const { verify, staleBecause, files } = gate({
      ...passing,
      files: { 'src/sum.test.ts': 'a', 'check.js': 'b', 'src/sum.ts': 'c' },
    })
    const verification = await verify(['npm test'], { tests: ['check.js'] })
    expect(verification).toMatchObject({
      outcome: 'accepted',
      proof: {
        kind: 'verified',
        evidence: 'DL-1-1.json',
        testFiles: { 'src/sum.test.ts': 'a', 'check.js': 'b' },
      },
    })
    const proof = verification.outcome === 'accepted' ? verification.proof : undefined
    expect(await staleBecause(proof)).toBeUndefined()
    files.set('src/sum.test.ts', 'it.skip')
    expect(await staleBecause(proof)).toBe('changed since it passed: src/sum.test.ts')
    files.delete('check.js')
    expect(await staleBecause(proof)).toBe('changed since it passed: check.js, src/sum.test.ts')
  })

  test('a runner that names no files locks every file that looks like a test', async () => {
    const { verify } = gate({
      runs: { 'node --test': exited(0, 'pass 2') },
      reports: { 'node --test': report({ outcome: 'passed', passed: 2 }) },
      files: { 'test/a.js': 'a', 'lib/b.test.js': 'b', 'lib/b.js': 'c' },
    })
    expect(await verify(['node --test'])).toMatchObject({
      proof: { testFiles: { 'test/a.js': 'a', 'lib/b.test.js': 'b' } },
    })
  })

  test('the script that is the check is locked as well', async () => {
    const { verify } = gate({
      runs: { 'node scripts/check.mjs': exited(0) },
      files: { 'scripts/check.mjs': 'a' },
    })
    expect(await verify(['node scripts/check.mjs'])).toMatchObject({
      proof: { testFiles: { 'scripts/check.mjs': 'a' } },
    })
  })

  test('tests that are not there refuse the pass before anything runs', async () => {
    const { verify, ran } = gate(passing)
    expect(reasonOf(await verify(['npm test'], { tests: ['sum.test.ts'] }))).toContain(
      'its tests are not there: sum.test.ts',
    )
    expect(ran).toEqual([])
  })

  test('tests that change while they are verified refuse the pass', async () => {
    const { verify, files } = gate({
      ...passing,
      files: { 'sum.test.ts': 'a' },
      whenRun: () => files.set('sum.test.ts', 'b'),
    })
    expect(reasonOf(await verify(['npm test'], { tests: ['sum.test.ts'] }))).toContain(
      'changed while',
    )
  })
})
