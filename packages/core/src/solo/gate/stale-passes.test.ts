import { describe, expect, test } from 'vitest'
import { exited, gate } from '../../../testing/done-gate.ts'

describe('a pass is stale', () => {
  const verified = { kind: 'verified', evidence: 'DL-1-1.json', testFiles: {} } as const

  test('when anything in the project has changed since its verification began', async () => {
    const { verify, staleBecause, files } = gate({
      runs: { 'node check.js': exited(0) },
      files: { 'src/sum.ts': 'a' },
      whenRun: () => files.set('coverage.json', '1'),
    })
    const verification = await verify(['node check.js'])
    const proof = verification.outcome === 'accepted' ? verification.proof : undefined
    expect(proof).toMatchObject({ project: 'src/sum.ts=a' })
    expect(await staleBecause(proof)).toBe('the project has changed since it passed')
    files.delete('coverage.json')
    expect(await staleBecause(proof)).toBeUndefined()
    files.set('src/sum.ts', 'b')
    expect(await staleBecause(proof)).toBe('the project has changed since it passed')
  })

  test('when an earlier version has verified it, which took no fingerprint', async () => {
    const { staleBecause } = gate({})
    expect(await staleBecause(verified)).toBe('nobody knows what has changed since it passed')
  })

  test('when it has commands that nobody has run; without any it is not', async () => {
    const { staleBecause } = gate({})
    const selfReported = { kind: 'self-reported' } as const
    expect(await staleBecause(selfReported)).toBeUndefined()
    expect(await staleBecause(undefined)).toBeUndefined()
    expect(await staleBecause(selfReported, ['npm test'])).toContain('nobody has run')
  })
})
