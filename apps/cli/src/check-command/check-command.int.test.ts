import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runToEnd, temporaryDirectory, verifies } from '@agency/testing'
import { expect, test } from 'vitest'

const main = join(import.meta.dirname, '../main.ts')
const fixtures = join(import.meta.dirname, '../../../../packages/policy/fixtures')

async function checkCommand(words: readonly string[], input = '') {
  await using directory = await temporaryDirectory()
  await mkdir(directory.join('src'))
  return await runToEnd([process.execPath, main, 'check-command', ...words], {
    cwd: directory.path,
    env: { HOME: directory.path, PATH: '/usr/bin:/bin' },
    stdin: input,
  })
}

verifies('CLI-004', 'one line is answered with a decision and an exit code', async () => {
  expect(await checkCommand(['npm test'])).toMatchObject({ stdout: 'allow\n', code: 0 })
  const refused = await checkCommand(['ls && rm x'])
  expect(refused.code).toBe(1)
  expect(refused.stdout).toMatch(/^deny: rm is not an allowed command/)
  const json = await checkCommand(['--json', '--profile', 'node', 'pip install'])
  expect(JSON.parse(json.stdout)).toMatchObject({ decision: 'deny' })
  expect((await checkCommand(['--allow', 'docker', 'docker ps'])).code).toBe(0)
  expect((await checkCommand([], 'npm test')).stdout).toBe('allow\n')
})

verifies('CLI-004', 'the project decides where a write lands', async () => {
  expect((await checkCommand(['echo x > /nowhere/project/a'])).code).toBe(1)
  const line = 'echo x > /nowhere/project/a'
  expect((await checkCommand(['--project-dir', '/nowhere/project', line])).code).toBe(0)
})

verifies('CLI-004', 'a file of cases is judged line by line', async () => {
  const input = readFileSync(join(fixtures, 'bash.jsonl'), 'utf8')
  const expected = input
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const { stdout, code } = await checkCommand(['--jsonl'], input)
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(code).toBe(0)
  expect(answers.map(({ id, decision }) => `${id} ${decision}`)).toEqual(
    expected.map((entry) => `${entry.id} ${entry.expect}`),
  )
  const path = { id: 7, rawInput: { tool_name: 'Write', tool_input: { file_path: '.autonoe/x' } } }
  const inside = { id: 'cwd', command: 'echo x > ../src/y', cwd: 'src', other: 1 }
  const more = await checkCommand(
    ['--jsonl'],
    `${JSON.stringify(path)}\n\n${JSON.stringify(inside)}\n`,
  )
  const [first, second] = more.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(first).toMatchObject({
    id: 7,
    decision: 'deny',
    reason: expect.stringContaining('protected'),
  })
  expect(second).toEqual({ id: 'cwd', decision: 'allow' })
})

test('bad input is told in one line, with the place', async () => {
  const broken = await checkCommand(['--jsonl'], '{"command":"ls"}\n{')
  expect(broken).toMatchObject({ code: 2, stdout: '' })
  expect(broken.stderr).toContain('line 2 of the input is not JSON')
  const profile = await checkCommand(['--profile', 'cobol', 'ls'])
  expect(profile.code).toBe(2)
  expect(profile.stderr).toContain('--profile is "cobol"; it takes node')
  expect((await checkCommand(['ls', 'rm'])).code).toBe(2)
})

test('help shows examples', async () => {
  const { stdout, code } = await checkCommand(['--help'])
  expect(code).toBe(0)
  expect(stdout).toContain('--jsonl < cases.jsonl')
})
