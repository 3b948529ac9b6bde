import { existsSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { parseEvidence } from '@agency/protocol'
import { verifies } from '@agency/testing'
import { describe, expect, test } from 'vitest'
import { type GatedProject, gatedProject } from './gate.ts'

const working = {
  'sum.js': 'export const sum = (a, b) => a + b\n',
  'sum.test.js': `import { expect, test } from 'bun:test'
import { sum } from './sum.js'
test('adds', () => expect(sum(1, 2)).toBe(3))
`,
}
const broken = { ...working, 'sum.js': 'export const sum = (a, b) => a - b\n' }

verifies(
  ['AUT-051', 'AUT-055'],
  'the gate itself runs the tests, inside the sandbox, and leaves evidence',
  async () => {
    await using project = await gatedProject({
      ...working,
      'where.js': `require('node:fs').writeFileSync('seen', process.cwd() + ' ' + require('node:fs').existsSync('/etc/shadow'))
try { require('node:fs').writeFileSync('.autonoe/status.json', 'forged') } catch {}`,
    })
    const verification = await project.claim(['bun test', 'bun where.js'])
    expect(verification).toMatchObject({
      outcome: 'accepted',
      proof: { kind: 'verified', evidence: 'DL-001-1.json' },
    })
    expect(readFileSync(project.join('seen'), 'utf8')).toBe(`${project.path} false`)
    expect(existsSync(project.join('.autonoe/status.json'))).toBe(false)
    const file = project.join('.autonoe/evidence/DL-001-1.json')
    const evidence = parseEvidence(readFileSync(file, 'utf8'), file)
    expect(evidence.ok && evidence.value).toMatchObject({
      deliverableId: 'DL-001',
      outcome: 'accepted',
      commit: null,
      checks: [
        {
          command: 'bun test',
          exitCode: 0,
          outputSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          tests: { outcome: 'passed', executed: 1, runners: ['bun'] },
        },
        { command: 'bun where.js', exitCode: 0 },
      ],
      testFiles: { 'sum.test.js': expect.any(String), 'where.js': expect.any(String) },
    })
  },
)

test('a failing test is told by its name, file and message', async () => {
  await using project = await gatedProject(broken)
  const verification = await project.claim(['bun test'])
  expect(verification).toMatchObject({ outcome: 'refused', evidence: 'DL-001-1.json' })
  const reason = verification.outcome === 'refused' ? verification.reason : ''
  expect(reason).toContain('`bun test` failed: 1 failed')
  expect(reason).toContain('adds')
  expect(reason).toContain('Expected: 3')
})

test('the errors of a compiler are told and counted, without the rest of its output', async () => {
  const said = ["src/sum.ts(1,7): error TS2322: Type 'string' is not assignable.", 'noise', '']
  await using project = await gatedProject({
    'compile.js': `console.log(${JSON.stringify(said.join('\n'))}); process.exit(2)`,
  })
  expect(await project.claim(['bun compile.js'])).toMatchObject({
    outcome: 'refused',
    reason:
      "`bun compile.js` failed with exit code 2.\n1 error:\n- src/sum.ts:1:7: Type 'string' is not assignable. (TS2322)",
  })
  const file = project.join('.autonoe/evidence/DL-001-1.json')
  const evidence = parseEvidence(readFileSync(file, 'utf8'), file)
  expect(evidence.ok && evidence.value.checks).toMatchObject([
    { problems: { checkers: ['tsc'], errors: 1, warnings: 0 } },
  ])
})

describe('a pass that is not one is refused', () => {
  const cheats: [title: string, files: Readonly<Record<string, string>>, verify: string[]][] = [
    ['a command that prints a result', broken, ['echo "1 passed"']],
    ['inline code that prints a result', broken, [`node -e "console.log('Tests  1 passed (1)')"`]],
    ['a command that cannot fail', broken, ['true']],
    ['a shell that cannot fail', broken, ["sh -c 'exit 0'"]],
    ['a failure that is swallowed', broken, ['bun test || true']],
    ['a failure that something follows', broken, ['bun test; true']],
    ['a failure in a pipe', broken, ['bun test | cat']],
    ['one good command beside a bad one', broken, ['test -f sum.js', 'bun test']],
    ['no test at all', { 'sum.js': '' }, ['bun test']],
    ['a filter that matches nothing', working, ['bun test -t nothing']],
    [
      'every test skipped',
      { ...broken, 'sum.test.js': broken['sum.test.js'].replace('test(', 'test.skip(') },
      ['bun test'],
    ],
    [
      'every test to do',
      { 'a.test.js': `import { test } from 'bun:test'\ntest.todo('adds')` },
      ['bun test'],
    ],
    ['a test file that exits early', { 'a.test.js': `process.exit(0)` }, ['bun test']],
    [
      'a script of that name',
      { 'package.json': '{"scripts":{"test":"echo 1 passed"}}' },
      ['bun run test'],
    ],
    [
      'a script that does nothing',
      { 'package.json': '{"scripts":{"test":"exit 0"}}' },
      ['bun run test'],
    ],
    [
      'a script that swallows',
      { ...broken, 'package.json': '{"scripts":{"test":"bun test || true"}}' },
      ['bun run test'],
    ],
    [
      'a program of that name',
      { ...broken, vitest: '#!/bin/sh\necho "Tests  1 passed (1)"' },
      ['./vitest run'],
    ],
    ['commands that the policy denies', working, ['rm -rf sum.js']],
  ]
  for (const [title, files, verify] of cheats) {
    test(title, async () => {
      await using project = await gatedProject(files)
      const verification = await project.claim(verify)
      expect(verification).toMatchObject({ outcome: 'refused' })
      expect(verification).not.toMatchObject({ reason: expect.stringContaining('not found') })
    })
  }
})

describe('an honest pass is accepted', () => {
  const passes: [title: string, verify: string[]][] = [
    ['a runner', ['bun test']],
    ['a runner by its file', ['bun test sum.test.js']],
    ['a chain', ['test -f sum.js && bun test']],
    ['a plain check', ['grep -q export sum.js']],
  ]
  for (const [title, verify] of passes) {
    test(title, async () => {
      await using project = await gatedProject(working)
      expect(await project.claim(verify)).toMatchObject({ outcome: 'accepted' })
    })
  }
})

describe('what happens to the project after the pass is seen', () => {
  const skip = (text: string) => text.replace('test(', 'test.skip(')
  const testsChanged = 'changed since it passed: sum.test.js'
  const projectChanged = 'the project has changed since it passed'
  const changes: [
    title: string,
    change: (project: GatedProject) => void,
    because: string | undefined,
    stillPasses: boolean,
  ][] = [
    [
      'a test that is skipped',
      (project) => project.write({ 'sum.test.js': skip(working['sum.test.js']) }),
      testsChanged,
      false,
    ],
    [
      'a test file that is renamed',
      (project) => renameSync(project.join('sum.test.js'), project.join('sum.off.js')),
      testsChanged,
      false,
    ],
    [
      'code that is broken under its test',
      (project) => project.write({ 'sum.js': broken['sum.js'] }),
      projectChanged,
      false,
    ],
    [
      'code that is broken under its test by a change that hides itself',
      (project) => {
        const { atime, mtime } = statSync(project.join('sum.js'))
        project.write({ 'sum.js': broken['sum.js'] })
        utimesSync(project.join('sum.js'), atime, mtime)
      },
      projectChanged,
      false,
    ],
    ['code that is deleted', (project) => rmSync(project.join('sum.js')), projectChanged, false],
    [
      'work that goes on elsewhere',
      (project) => project.write({ 'other.js': 'export const other = 1\n' }),
      projectChanged,
      true,
    ],
    ['a file that is written as it was', (project) => project.write(working), undefined, true],
    [
      'what git, npm and agency keep for themselves',
      (project) =>
        project.write({ '.git/index': 'x', 'node_modules/a/a.js': 'x', '.autonoe/evidence/x': '' }),
      undefined,
      true,
    ],
  ]
  for (const [title, change, because, stillPasses] of changes) {
    test(title, async () => {
      await using project = await gatedProject(working)
      const verification = await project.claim(['bun test'])
      if (verification.outcome !== 'accepted') throw new Error(JSON.stringify(verification))
      change(project)
      const passed = { ...project.deliverable(['bun test']), passed: true }
      const pass = { ...passed, proof: verification.proof }
      const stale = await project.gate.findStale([pass], new AbortController().signal)
      expect(stale.map((each) => each.because)).toEqual(because === undefined ? [] : [because])
      const again = await project.claim(['bun test'])
      expect(again.outcome).toBe(stillPasses ? 'accepted' : 'refused')
    })
  }
})
