import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { DamagedStateError, type Deliverable } from '@agency/core'
import { asNobody, temporaryDirectory, verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import { createStatusRepository } from './status-repository.ts'

const first: Deliverable = {
  id: 'DL-002',
  name: 'Login',
  acceptanceCriteria: ['a user can log in'],
  passed: false,
  blocked: false,
}
const second: Deliverable = { ...first, id: 'DL-001', name: 'Logout' }

verifies('AUT-040', 'without a file the status is empty, and none is made', async () => {
  await using project = await preparedProject()
  const repository = createStatusRepository(project.path)
  expect(await repository.exists()).toBe(false)
  expect(await repository.load()).toEqual({ deliverables: [] })
  expect(await readdir(project.join('.autonoe'))).toEqual([])
})

verifies('AUT-039', 'the file holds the deliverables in the order in which they came', async () => {
  await using project = await preparedProject()
  const repository = createStatusRepository(project.path)
  await repository.save({ deliverables: [first, second] })
  const stored = JSON.parse(await readFile(project.join('.autonoe/status.json'), 'utf8'))
  expect(stored).toEqual({ deliverables: [first, second] })
  expect(Object.keys(stored.deliverables[0])).toEqual(
    'id name acceptanceCriteria passed blocked'.split(' '),
  )
  expect(await repository.load()).toEqual({ deliverables: [first, second] })
  expect(await repository.exists()).toBe(true)
})

test('a malformed file is neither read as empty nor overwritten', async () => {
  await using project = await preparedProject()
  const path = project.join('.autonoe/status.json')
  const broken = '{"deliverables": [{"id": "DL-001"'
  await writeFile(path, broken)
  const repository = createStatusRepository(project.path)
  await expect(repository.load()).rejects.toThrow(DamagedStateError)
  await expect(repository.load()).rejects.toThrow(`${path}:1:34: not valid JSON`)
  await expect(repository.save({ deliverables: [first] })).rejects.toThrow(DamagedStateError)
  expect(await readFile(path, 'utf8')).toBe(broken)
})

test('saving keeps what others wrote into the file, and drops what agency took back', async () => {
  await using project = await preparedProject()
  const path = project.join('.autonoe/status.json')
  const proof = { kind: 'self-reported' }
  await writeFile(
    path,
    JSON.stringify({
      team: 'shop',
      deliverables: [{ ...first, passed: true, proof, owner: 'me' }],
    }),
  )
  await createStatusRepository(project.path).save({ deliverables: [first], costUsd: 1 })
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
    team: 'shop',
    deliverables: [{ ...first, owner: 'me' }],
    costUsd: 1,
  })
})

test('a save that fails leaves the old file, no other, and says what to do', async () => {
  await using project = await preparedProject()
  const repository = createStatusRepository(project.path)
  await repository.save({ deliverables: [first] })
  await mkdir(project.join('blocked'))
  const elsewhere = createStatusRepository(project.join('blocked'))
  await expect(elsewhere.save({ deliverables: [] })).rejects.toThrow(
    'it does not exist. Check the path',
  )
  expect(await repository.load()).toEqual({ deliverables: [first] })
})

test('an unreadable file is no empty one', async ({ skip }) => {
  await using project = await preparedProject()
  const path = project.join('.autonoe/status.json')
  await writeFile(path, '{"deliverables":[]}')
  await chmod(path, 0)
  using _ = asNobody(project.path, skip)
  await expect(createStatusRepository(project.path).load()).rejects.toThrow('permission denied')
})

async function preparedProject() {
  const directory = await temporaryDirectory()
  await mkdir(directory.join('.autonoe'))
  return directory
}
