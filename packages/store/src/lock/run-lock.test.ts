import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { temporaryDirectory, verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import { identifyProcess } from './process-identity.ts'
import { acquireRunLock } from './run-lock.ts'

verifies('AUT-204', 'a second run is refused while the first lives, by pid and start', async () => {
  await using project = await preparedProject()
  const first = await acquireRunLock(project.path)
  expect(first.ok).toBe(true)
  const { startedAt } = JSON.parse(await readFile(project.join('.autonoe/run.lock'), 'utf8'))
  const second = await acquireRunLock(project.path)
  expect(second.ok ? 'acquired' : second.error.code).toBe('project_busy')
  expect(second.ok ? '' : second.error.message).toContain(`pid ${process.pid}`)
  expect(second.ok ? '' : second.error.message).toContain(`started ${startedAt}`)
  if (first.ok) await first.value[Symbol.asyncDispose]()
  expect(await readdir(project.join('.autonoe'))).toEqual([])
  expect((await acquireRunLock(project.path)).ok).toBe(true)
})

verifies('AUT-204', 'the lock of a process that is gone is taken over', async () => {
  await using project = await preparedProject()
  await using gone = Bun.spawn(['true'])
  await gone.exited
  await lockAs(project.join('.autonoe/run.lock'), { pid: gone.pid, start: 'boot/1' })
  expect((await acquireRunLock(project.path)).ok).toBe(true)
  expect(await readdir(project.join('.autonoe'))).toEqual(['run.lock'])
})

verifies(
  'AUT-204',
  'a process that merely has the same number does not hold the lock',
  async () => {
    await using project = await preparedProject()
    await lockAs(project.join('.autonoe/run.lock'), {
      pid: process.pid,
      start: 'an earlier boot/1',
    })
    expect((await acquireRunLock(project.path)).ok).toBe(true)
  },
  { skip: process.platform !== 'linux' },
)

test('many that find a dead lock at once become one holder', async () => {
  await using project = await preparedProject()
  await lockAs(project.join('.autonoe/run.lock'), { pid: 2 ** 22 + 1, start: null })
  const takers = await Promise.all(Array.from({ length: 20 }, () => acquireRunLock(project.path)))
  expect(takers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await readdir(project.join('.autonoe'))).toEqual(['run.lock'])
})

test('a claim whose maker died in the middle of it does not stop anybody', async () => {
  await using project = await preparedProject()
  const path = project.join('.autonoe/run.lock')
  await lockAs(path, { pid: 2 ** 22 + 1, start: null })
  await lockAs(`${path}.dead.claim`, { pid: 2 ** 22 + 1, start: null })
  expect((await acquireRunLock(project.path)).ok).toBe(true)
})

test('of another machine nobody here knows, so its lock holds', async () => {
  await using project = await preparedProject()
  await lockAs(project.join('.autonoe/run.lock'), {
    pid: 2 ** 22 + 1,
    start: null,
    host: 'elsewhere',
  })
  const refused = await acquireRunLock(project.path)
  expect(refused.ok ? '' : refused.error.message).toContain('on elsewhere')
})

test('a file that is no lock is left alone', async () => {
  await using project = await preparedProject()
  const path = project.join('.autonoe/run.lock')
  await writeFile(path, 'mine')
  const refused = await acquireRunLock(project.path)
  expect(refused.ok ? '' : refused.error.message).toContain('is no lock of agency')
  expect(await readFile(path, 'utf8')).toBe('mine')
})

test('whoever lost the lock does not remove that of another', async () => {
  await using project = await preparedProject()
  const lost = await acquireRunLock(project.path)
  await lockAs(project.join('.autonoe/run.lock'), { ...(await identifyProcess(process.pid)) })
  if (lost.ok) await lost.value[Symbol.asyncDispose]()
  expect(await readdir(project.join('.autonoe'))).toEqual(['run.lock'])
})

test('what a killed run left half written is swept away', async () => {
  await using project = await preparedProject()
  await writeFile(project.join('.autonoe/.status.json.1234.tmp'), '{"deliv')
  await acquireRunLock(project.path)
  expect(await readdir(project.join('.autonoe'))).toEqual(['run.lock'])
})

async function preparedProject() {
  const directory = await temporaryDirectory()
  await mkdir(directory.join('.autonoe'))
  return directory
}

function lockAs(path: string, holder: { pid: number; start: string | null; host?: string }) {
  const startedAt = '2026-01-01T00:00:00.000Z'
  return writeFile(path, JSON.stringify({ host: hostname(), startedAt, token: 'dead', ...holder }))
}
