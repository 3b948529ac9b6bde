import { verifies } from '@agency/testing'
import { describe, expect, test } from 'vitest'
import { exited, gate, reasonOf, report } from '../../../testing/done-gate.ts'
import type { CommandRun } from './ports.ts'

describe('the commands', () => {
  test('a command that fails refuses the pass, with its exit code and output', async () => {
    const { verify, ran } = gate({
      runs: { 'npm run lint': exited(0), 'node check.js': exited(3, 'no such page') },
    })
    const verification = await verify(['npm run lint', 'node check.js', 'npm test'])
    expect(verification).toMatchObject({ outcome: 'refused' })
    expect(reasonOf(verification)).toBe('`node check.js` failed with exit code 3.\nno such page')
    expect(ran).toEqual(['npm run lint', 'node check.js'])
  })

  verifies(
    'AUT-053',
    'a runner that executed no test has failed, whatever its exit code',
    async () => {
      const { verify } = gate({
        runs: { 'npx vitest run': exited(0) },
        reports: { 'npx vitest run': report({ outcome: 'empty', skipped: 2 }) },
      })
      const verification = await verify(['npx vitest run'])
      expect(reasonOf(verification)).toContain(
        '`npx vitest run` executed no test, which counts as failed though its exit code is 0: vitest skipped all 2',
      )
    },
  )

  verifies('AUT-053', 'a plain command counts by its exit code', async () => {
    const { verify } = gate({ runs: { 'node check.js': exited(0) } })
    expect(await verify(['node check.js'])).toMatchObject({ outcome: 'accepted' })
  })

  verifies('AUT-054', 'a command that the policy denies is not run', async () => {
    const { verify, ran } = gate({ denied: { 'rm -rf /': 'rm is not allowed' } })
    expect(reasonOf(await verify(['rm -rf /']))).toBe(
      '`rm -rf /` was not run, the policy denies it: rm is not allowed',
    )
    expect(ran).toEqual([])
  })

  test('a line that cannot fail is not run', async () => {
    const { verify, ran } = gate({ idle: ['echo 1 passed'] })
    expect(reasonOf(await verify(['echo 1 passed']))).toContain('it proves nothing')
    expect(ran).toEqual([])
  })

  test('a name for a line that cannot fail is not run either', async () => {
    const { verify, ran } = gate({ idle: ['exit 0'], scripts: { 'npm test': ['exit 0'] } })
    expect(reasonOf(await verify(['npm test']))).toContain('its script `exit 0` proves nothing')
    expect(ran).toEqual([])
  })

  test('failing tests behind exit code 0 are failing tests', async () => {
    const failures = [{ name: 'adds', file: 'sum.test.ts', line: 4, message: 'expected 3\ngot 4' }]
    const { verify } = gate({
      runs: { 'npm test': exited(0) },
      reports: { 'npm test': report({ outcome: 'failed', failed: 1, passed: 2, failures }) },
    })
    expect(reasonOf(await verify(['npm test']))).toBe(
      '`npm test` failed: 1 failed, 2 passed, though its exit code is 0.\n- adds (sum.test.ts:4)\n  expected 3\n  got 4',
    )
  })

  test('a command that hangs, is killed or prints too much refuses the pass', async () => {
    const cases: [CommandRun, string][] = [
      [{ ...exited(0), outcome: 'timed-out', exitCode: null }, 'did not end within 600 s'],
      [{ ...exited(0), outcome: 'killed', exitCode: null }, 'was killed by a signal'],
      [{ ...exited(0), outcome: 'held-up', exitCode: null }, 'kept the sandbox from ending'],
      [{ ...exited(0), outcome: 'too-much-output', exitCode: null }, 'printed too much'],
    ]
    for (const [run, message] of cases) {
      const { verify } = gate({ runs: { 'npm test': run } })
      expect(reasonOf(await verify(['npm test']))).toContain(message)
    }
  })

  test('a sandbox that does not start says nothing of the deliverable, and leaves no verdict', async () => {
    const { verify, stored } = gate({
      runs: { 'npm test': { outcome: 'not-started', reason: 'sandbox: bubblewrap not found' } },
    })
    await expect(verify(['npm test'])).rejects.toThrow(
      '`npm test` could not be run: sandbox: bubblewrap not found',
    )
    expect(stored).toEqual([])
  })

  test('of a long output the agent gets the end, and of many failures the first', async () => {
    const { verify } = gate({
      runs: { 'make check': exited(2, `${'noise\n'.repeat(5_000)}the cause`) },
    })
    const reason = reasonOf(await verify(['make check']))
    expect(reason.length).toBeLessThan(2_300)
    expect(reason.endsWith('the cause')).toBe(true)
    const failures = Array.from({ length: 40 }, (_, n) => ({
      name: `test ${n}`,
      message: 'x'.repeat(9_000),
    }))
    const many = gate({
      runs: { 'npm test': exited(1) },
      reports: { 'npm test': report({ outcome: 'failed', failed: 40, failures }) },
    })
    const short = reasonOf(await many.verify(['npm test']))
    expect(short.length).toBeLessThan(4_000)
    expect(short).toContain('and 35 more')
  })

  test('the agent gets the errors of a compiler in place of its output', async () => {
    const clash = { severity: 'error', file: 'a.ts', line: 1, column: 7, rule: 'TS2322' } as const
    const found = Array.from({ length: 12 }, (_, n) => ({ ...clash, message: `error ${n}` }))
    const style = { severity: 'warning', message: 'use const' } as const
    const { verify, stored } = gate({
      runs: { 'npx tsc': exited(2, 'the whole of it'), 'node check.js': exited(1, 'the cause') },
      problems: {
        'npx tsc': { problems: [...found, style], checkers: ['tsc'], errors: 12, warnings: 1 },
        'node check.js': { problems: [style], checkers: ['biome'], errors: 0, warnings: 1 },
      },
    })
    const reason = reasonOf(await verify(['npx tsc']))
    expect(reason).toMatch(
      /^`npx tsc` failed with exit code 2\.\n12 errors:\n- a\.ts:1:7: error 0 \(TS2322\)\n/,
    )
    expect(reason.endsWith('error 9 (TS2322)\n… and 2 more')).toBe(true)
    expect(stored[0]?.checks[0]).toMatchObject({
      output: 'the whole of it',
      problems: { checkers: ['tsc'], errors: 12, warnings: 1 },
    })
    expect(reasonOf(await verify(['node check.js']))).toBe(
      '`node check.js` failed with exit code 1.\nthe cause',
    )
  })

  test('an abort reaches the command and leaves no verdict', async () => {
    const { verify, stored } = gate({ runs: {} })
    await expect(verify(['npm test'], {}, AbortSignal.abort(new Error('Ctrl-C')))).rejects.toThrow(
      'Ctrl-C',
    )
    expect(stored).toEqual([])
  })
})

test('commands that could never be accepted are objected to before they are stored', () => {
  const { objectionTo } = gate({ denied: { 'sudo x': 'sudo is not allowed' }, idle: ['true'] })
  expect(objectionTo(['npm test'])).toBeUndefined()
  expect(objectionTo(['npm test', 'sudo x'])).toContain('sudo is not allowed')
  expect(objectionTo(['true'])).toContain('proves nothing')
})
