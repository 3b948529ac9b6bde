import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runToEnd, type TemporaryDirectory, temporaryDirectory, verifies } from '@agency/testing'
import { afterAll, beforeAll, expect } from 'vitest'
import { root } from '../../sources.ts'
import { onBareMachine } from './bare-machine.ts'

/** A copy of the working tree in a path with a space, with packages of its own from Bun's cache. */
let place: TemporaryDirectory
let copy: string

beforeAll(async () => {
  place = await temporaryDirectory()
  copy = place.join('a copy')
  const list = await run(root, 'git', 'ls-files', '-co', '--exclude-standard', '-z')
  for (const file of list.output.split('\0').filter(Boolean)) {
    const source = Bun.file(join(root, file))
    if (await source.exists()) await Bun.write(join(copy, file), source)
  }
  await run(copy, 'chmod', '+x', 'build.sh')
  const installed = await run(copy, process.execPath, 'install', '--frozen-lockfile')
  expect(installed.code, installed.output).toBe(0)
  await run(copy, 'cp', 'bun.lock', 'node_modules/.agency-lock')
  await run(copy, 'git', 'init', '-q')
  await run(copy, 'git', 'add', '-A')
})

afterAll(() => place[Symbol.asyncDispose]())

async function run(cwd: string, ...argv: string[]) {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' }
  const { code, stdout, stderr } = await runToEnd(argv, { cwd, env })
  return { code, output: stdout + stderr }
}

const check = () => run(copy, './build.sh', 'check')

async function withChange<T>(file: string, text: string, body: () => Promise<T>): Promise<T> {
  const path = join(copy, file)
  const before = readFileSync(path, 'utf8')
  writeFileSync(path, before + text)
  try {
    return await body()
  } finally {
    writeFileSync(path, before)
  }
}

const patience = { timeout: 600_000 }

verifies(
  ['AUT-165', 'AUT-166', 'OPS-008'],
  'a clean tree passes without network, key, Docker or Claude, and check changes no file',
  async () => {
    const { code, output } = await run(
      copy,
      ...onBareMachine(copy, place.path),
      './build.sh',
      'check',
    )
    expect(code, output).toBe(0)
    for (const step of ['format', 'biome', 'oxlint', 'types', 'dead code', 'units']) {
      expect(output).toMatch(new RegExp(`${step}.* ok \\(`))
    }
    expect(output).toMatch(/Tests .*passed/)
    expect(output).not.toContain('.int.test.ts')
    expect((await run(copy, 'git', 'diff', '--stat')).output).toBe('')
  },
  patience,
)

verifies(
  ['AUT-166', 'OPS-008'],
  'a wrong format, lint, type or test fails it, and so does dead code',
  async () => {
    const file = 'packages/core/src/result.ts'
    const mistakes: [string, string, RegExp][] = [
      [file, 'export const   a = 1\n', /format \.\.\. FAILED/],
      [file, '\nexport async function late() {\n  Promise.resolve(1)\n}\n', /oxlint \.\.\. FAILED/],
      [file, "\nexport const number: number = 'text'\n", /types \.\.\. FAILED/],
      [file, '\nexport function nobodyCalls() {\n  return 1\n}\n', /dead code \.\.\. FAILED/],
      [
        'packages/core/src/assert-never.test.ts',
        "\ntest('one is two', () => {\n  expect(1).toBe(2)\n})\n",
        /units FAILED/,
      ],
    ]
    for (const [path, text, failed] of mistakes) {
      const { code, output } = await withChange(path, text, check)
      expect(code, text).not.toBe(0)
      expect(output, text).toMatch(failed)
    }
  },
  patience,
)
