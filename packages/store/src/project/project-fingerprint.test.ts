import {
  chmod,
  cp,
  mkdir,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { asNobody, temporaryDirectory } from '@agency/testing'
import { expect, test } from 'vitest'
import { bytesOf, toBytePath } from './byte-path.ts'
import { createProjectFingerprint, findTestFiles } from './project-fingerprint.ts'

async function projectWith(files: Readonly<Record<string, string>>) {
  const project = await temporaryDirectory()
  await mkdir(project.join('src'))
  for (const [path, content] of Object.entries(files)) {
    await writeFile(project.join(path), content)
  }
  return { ...project, fingerprint: createProjectFingerprint(project.path) }
}

test('what is no work of the project does not count', async () => {
  await using project = await projectWith({ 'src/a.ts': '1' })
  const start = await project.fingerprint.take()
  const others = ['.git', 'node_modules/x', '.autonoe', 'src/__pycache__', 'target', 'env']
  for (const directory of others) {
    await mkdir(project.join(directory), { recursive: true })
    await writeFile(project.join(directory, 'noise'), 'noise')
  }
  await writeFile(project.join('target/CACHEDIR.TAG'), '')
  await writeFile(project.join('env/pyvenv.cfg'), '')
  expect(await project.fingerprint.take()).toBe(start)
})

test('the directories that Claude makes and removes do not count, files in them do', async () => {
  await using project = await projectWith({})
  const start = await project.fingerprint.take()
  await mkdir(project.join('.claude/.cc-writes'), { recursive: true })
  expect(await project.fingerprint.take()).toBe(start)
  await writeFile(project.join('.claude/settings.json'), '{}')
  expect(await project.fingerprint.take()).not.toBe(start)
})

test('sources with the mark of a cache count all the same', async () => {
  await using project = await projectWith({ 'src/a.ts': '1', 'src/CACHEDIR.TAG': '' })
  const start = await project.fingerprint.take()
  await writeFile(project.join('src/a.ts'), '2')
  expect(await project.fingerprint.take()).not.toBe(start)
})

test.each<[string, (path: (name: string) => string) => Promise<unknown>]>([
  ['a file that is edited', (path) => writeFile(path('src/a.ts'), 'longer')],
  ['a file that is new', (path) => writeFile(path('src/b.ts'), '')],
  ['a file that is gone', (path) => rm(path('src/a.ts'))],
  ['a file with another name', (path) => rename(path('src/a.ts'), path('src/b.ts'))],
  ['a file that can no longer be run', (path) => chmod(path('run.sh'), 0o644)],
  ['an empty directory that is new', (path) => mkdir(path('src/new'))],
  ['an empty directory that is gone', (path) => rmdir(path('empty'))],
  [
    'a link that leads elsewhere',
    async (path) => {
      await rm(path('link'))
      await symlink('src/c.ts', path('link'))
    },
  ],
  [
    'a change that keeps the size and sets the time back',
    async (path) => {
      const { atime, mtime } = await stat(path('src/a.ts'))
      await writeFile(path('src/a.ts'), '2')
      await utimes(path('src/a.ts'), atime, mtime)
    },
  ],
])('%s is a change', async (_, change) => {
  await using project = await projectWith({ 'src/a.ts': '1', 'run.sh': '' })
  await symlink('src/a.ts', project.join('link'))
  await mkdir(project.join('empty'))
  await chmod(project.join('run.sh'), 0o755)
  const start = await project.fingerprint.take()
  expect(await project.fingerprint.take()).toBe(start)
  await change((name) => project.join(name))
  expect(await project.fingerprint.take()).not.toBe(start)
})

test('a file whose name is not UTF-8 counts, but is no test file: nothing could name it', {
  skip: process.platform !== 'linux',
}, async () => {
  await using project = await projectWith({})
  const path = bytesOf(`${toBytePath(project.path)}/caf\xe9.test.ts`)
  await writeFile(path, '1')
  const start = await project.fingerprint.take()
  await writeFile(path, '2')
  expect(await project.fingerprint.take()).not.toBe(start)
  expect(await findTestFiles(project.path)).toEqual([])
})

test('of a directory that may be listed but not entered, the names count', async ({ skip }) => {
  await using project = await projectWith({ 'src/a.ts': '1' })
  await using _opened = { [Symbol.asyncDispose]: () => chmod(project.join('src'), 0o755) }
  const start = await project.fingerprint.take()
  await chmod(project.join('src'), 0o644)
  using _nobody = asNobody(project.path, skip)
  const closed = await project.fingerprint.take()
  expect(closed).not.toBe(start)
  expect(await project.fingerprint.take()).toBe(closed)
})

test('of a file whose path is too long for the system, the name counts', async () => {
  await using project = await projectWith({})
  const inTheDepth = (command: string) => {
    const part = 'd'.repeat(200)
    const enter = `cd ${part} 2>&- || { mkdir ${part} && cd ${part}; } || exit`
    const script = `for i in $(seq 20); do ${enter}; done; ${command}`
    expect(Bun.spawnSync(['sh', '-c', script], { cwd: project.path }).exitCode).toBe(0)
  }
  await using _ = {
    async [Symbol.asyncDispose]() {
      inTheDepth('rm *')
    },
  }
  const name = 'f'.repeat(200)
  inTheDepth(`touch ${name}1`)
  const start = await project.fingerprint.take()
  expect(await project.fingerprint.take()).toBe(start)
  inTheDepth(`mv ${name}1 ${name}2`)
  expect(await project.fingerprint.take()).not.toBe(start)
})

test('what is written as it was is none, nor is a copy of the project', async () => {
  await using project = await projectWith({ 'src/a.ts': '1' })
  await using elsewhere = await temporaryDirectory()
  const start = await project.fingerprint.take()
  await writeFile(project.join('src/a.ts'), '2')
  await writeFile(project.join('src/a.ts'), '1')
  expect(await project.fingerprint.take()).toBe(start)
  await cp(project.path, elsewhere.join('copy'), { recursive: true })
  expect(await createProjectFingerprint(elsewhere.join('copy')).take()).toBe(start)
})

test('nobody waits for what a pipe in the project will say', async () => {
  await using project = await projectWith({})
  Bun.spawnSync(['mkfifo', project.join('pipe')])
  expect(await project.fingerprint.take()).toMatch(/^[0-9a-f]{64}$/)
})

test('an abort ends it', async () => {
  await using project = await projectWith({ 'src/a.ts': '1' })
  const taken = project.fingerprint.take(AbortSignal.abort(new Error('Ctrl-C')))
  await expect(taken).rejects.toThrow('Ctrl-C')
})

test('test files are found by their names', async () => {
  await using project = await projectWith({ 'src/a.ts': '', 'src/é.test.ts': '' })
  expect(await findTestFiles(project.path)).toEqual(['src/é.test.ts'])
})
