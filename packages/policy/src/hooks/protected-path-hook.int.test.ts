import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { temporaryDirectory } from '@agency/testing'
import { expect, test } from 'vitest'
import { createBashPolicy } from '../bash-policy.ts'
import { judgeCommand } from '../judge-command.ts'
import { nodeFileView } from '../paths/node-file-view.ts'
import { createProtectedPathHook } from './protected-path-hook.ts'

async function projectWith(...setup: string[]) {
  const directory = await temporaryDirectory()
  await mkdir(directory.join('.autonoe'))
  await mkdir(directory.join('src'))
  await writeFile(directory.join('.autonoe/status.json'), '{}')
  for (const line of setup) execFileSync('sh', ['-c', line], { cwd: directory.path })
  const scope = { projectDirectory: directory.path, files: nodeFileView }
  const hook = createProtectedPathHook(scope)
  const policy = createBashPolicy(scope)
  return {
    write: (file_path: string) => hook({ tool_name: 'Write', tool_input: { file_path } }).decision,
    bash: (line: string) => judgeCommand(line, policy).decision,
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  }
}

test('a dangling link into a protected directory is blocked', async () => {
  await using project = await projectWith('ln -s .autonoe/new.json out.json')
  expect(project.write('out.json')).toBe('block')
  expect(project.bash('echo x > out.json')).toBe('deny')
})

test('a hard link of a protected file is blocked, another hard link is not', async () => {
  await using project = await projectWith(
    'ln .autonoe/status.json hard.json',
    'echo a > a',
    'ln a b',
  )
  expect(project.write('hard.json')).toBe('block')
  expect(project.write('b')).toBe('approve')
})

test('a linked directory leads to where it leads', async () => {
  await using project = await projectWith('ln -s .autonoe in', 'ln -s / out', 'ln -s src good')
  expect(project.write('in/status.json')).toBe('block')
  expect(project.bash('cp a in/status.json')).toBe('deny')
  expect(project.bash('cd in && echo x > status.json')).toBe('deny')
  expect(project.bash('echo x > out/etc/x')).toBe('deny')
  expect(project.bash('cd out && ls')).toBe('deny')
  expect(project.bash('echo x > good/y')).toBe('allow')
  expect(project.bash('cp -a in made; echo x > made/status.json')).toBe('deny')
})

test('../x is outside wherever the project lies', async () => {
  await using project = await projectWith()
  expect(project.bash('echo x > ../x')).toBe('deny')
  expect(project.bash('echo x > /tmp/x')).toBe('allow')
})
