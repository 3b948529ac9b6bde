import { fakeClock, verifies } from '@agency/testing'
import { describe, expect, test } from 'vitest'
import type { Deliverable } from '../deliverable.ts'
import { createDoneGate } from './done-gate.ts'
import type { Evidence } from './evidence.ts'
import type { CheckProblems, CheckReport, CommandRun, DoneGatePorts } from './ports.ts'

const signal = new AbortController().signal

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

test('commands that could never be accepted are objected to before they are stored', () => {
  const { objectionTo } = gate({ denied: { 'sudo x': 'sudo is not allowed' }, idle: ['true'] })
  expect(objectionTo(['npm test'])).toBeUndefined()
  expect(objectionTo(['npm test', 'sudo x'])).toContain('sudo is not allowed')
  expect(objectionTo(['true'])).toContain('proves nothing')
})

interface World {
  readonly runs?: Readonly<Record<string, CommandRun>>
  readonly reports?: Readonly<Record<string, CheckReport>>
  readonly problems?: Readonly<Record<string, CheckProblems>>
  readonly denied?: Readonly<Record<string, string>>
  readonly idle?: readonly string[]
  readonly scripts?: Readonly<Record<string, readonly string[]>>
  readonly files?: Readonly<Record<string, string>>
  readonly whenRun?: () => void
}

function gate({
  runs = {},
  reports = {},
  problems = {},
  denied = {},
  idle = [],
  scripts = {},
  files = {},
  whenRun,
}: World) {
  const ran: string[] = []
  const stored: Evidence[] = []
  const disk = new Map(Object.entries(files))
  const ports: DoneGatePorts = {
    judge: (command) => {
      const reason = denied[command]
      return reason === undefined ? { decision: 'allow' } : { decision: 'deny', reason }
    },
    objectionToCheck: (command) => (idle.includes(command) ? 'it cannot fail' : undefined),
    findScripts: async (command) => scripts[command] ?? [],
    async runCommand(command) {
      ran.push(command)
      whenRun?.()
      return runs[command] ?? exited(127, `${command}: not found`)
    },
    readReport: ({ command }) => reports[command],
    readProblems: ({ command }) => problems[command],
    evidence: {
      async store(evidence) {
        stored.push(evidence)
        return `${evidence.deliverableId}-${stored.length}.json`
      },
    },
    fingerprint: {
      take: async () => [...disk].map(([path, content]) => `${path}=${content}`).join(),
    },
    async hashFiles(paths) {
      const there = paths.flatMap((path) => [...disk].filter(([name]) => name === path))
      return { hashes: Object.fromEntries(there), missing: paths.filter((path) => !disk.has(path)) }
    },
    findTestFiles: async () => [...disk.keys()].filter((path) => /test/.test(path)),
    commit: async () => 'c0ffee',
    clock: fakeClock(),
  }
  const doneGate = createDoneGate(ports)
  const bare = { id: 'DL-1', name: 'Sum', acceptanceCriteria: [], passed: false, blocked: false }
  return {
    ran,
    stored,
    files: disk,
    objectionTo: (commands: readonly string[]) => doneGate.objectionTo(commands),
    verify: (
      commands: readonly string[] | undefined,
      more: Partial<Deliverable> = {},
      by = signal,
    ) =>
      doneGate.verify(
        { ...bare, ...(commands === undefined ? {} : { verify: commands }), ...more },
        by,
      ),
    staleBecause: async (proof: Deliverable['proof'], commands: readonly string[] = []) => {
      const passed = { ...bare, passed: true, verify: commands, ...(proof ? { proof } : {}) }
      return (await doneGate.findStale([passed], signal))[0]?.because
    },
  }
}

function exited(exitCode: number, stdout = '') {
  const outputSha256 = `hash of ${stdout}`
  return { outcome: 'exited', exitCode, stdout, stderr: '', outputSha256, durationMs: 1 } as const
}

function report(values: Partial<CheckReport>): CheckReport {
  const { passed = 0, failed = 0 } = values
  return {
    outcome: 'passed',
    recognizedBy: 'command',
    runs: [{ runner: 'vitest' }],
    failures: [],
    passed,
    failed,
    skipped: 0,
    errors: 0,
    executed: passed + failed,
    ...values,
  }
}

function reasonOf(verification: { readonly outcome: string; readonly reason?: string }): string {
  return verification.reason ?? verification.outcome
}
