import { mkdir, symlink, writeFile } from 'node:fs/promises'
import type { SandboxPolicy } from '@agency/core'
import { type TemporaryDirectory, temporaryDirectory } from '@agency/testing'
import { expect, test } from 'vitest'
import { planMounts } from './mount-plan.ts'

const network = { mode: 'none' } as const
const own = { path: '/usr/bin', own: [] }

/** The mounts for the directory `w` of a project that lie in the project. */
async function mountsIn(project: TemporaryDirectory, policy: Partial<SandboxPolicy>) {
  const planned = await planMounts({ workDirectory: project.join('w'), network, ...policy }, own)
  if (!planned.ok) throw planned.error
  return planned.value
    .filter(({ at }) => at.startsWith(project.path))
    .map(({ kind, at }) => `${kind} ${at.slice(project.path.length)}`)
}

test('parents come before children, and what a parent provides is not repeated', async () => {
  await using directory = await temporaryDirectory()
  for (const name of ['w/a/b', 'w/.autonoe', 'r/c']) {
    await mkdir(directory.join(name), { recursive: true })
  }
  const mounts = await mountsIn(directory, {
    readOnly: [directory.join('r/c'), directory.join('r'), directory.join('w/a')],
    readWrite: [directory.join('w/a/b')],
    protected: [directory.join('w/.autonoe')],
  })
  expect(mounts).toEqual([
    'read-only /r',
    'read-write /w',
    'read-only /w/a',
    'read-only /w/.autonoe',
    'read-write /w/a/b',
  ])
})

test('a link becomes a link to where the path really is, unless a mount holds it', async () => {
  await using directory = await temporaryDirectory()
  await mkdir(directory.join('w'))
  await mkdir(directory.join('real'))
  await writeFile(directory.join('real/file'), '')
  await symlink('real', directory.join('alias'))
  await symlink('../real/file', directory.join('w/link'))
  const mounts = await mountsIn(directory, {
    readOnly: [directory.join('alias/file'), directory.join('w/link')],
  })
  expect(mounts).toEqual(['link /alias', 'read-write /w', 'read-only /real/file'])
})

test('what is protected deep inside cannot be moved away with its parents', async () => {
  await using directory = await temporaryDirectory()
  await mkdir(directory.join('w/a/b/c'), { recursive: true })
  await mkdir(directory.join('w/a/x'))
  const mounts = await mountsIn(directory, {
    protected: [directory.join('w/a/b/c'), directory.join('w/a/x')],
  })
  expect(mounts).toEqual([
    'read-write /w',
    'read-write /w/a',
    'read-write /w/a/b',
    'read-only /w/a/x',
    'read-only /w/a/b/c',
  ])
})

test('what is protected may not be a link that the command could change', async () => {
  await using directory = await temporaryDirectory()
  await mkdir(directory.join('w'))
  await mkdir(directory.join('elsewhere'))
  await symlink('../elsewhere', directory.join('w/.autonoe'))
  const policy = {
    workDirectory: directory.join('w'),
    protected: [directory.join('w/.autonoe')],
    network,
  }
  expect(await planMounts(policy, own)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('a link that may change') },
  })
})

test('a circle of links is a path that is not there', async () => {
  await using directory = await temporaryDirectory()
  await symlink('b', directory.join('a'))
  await symlink('a', directory.join('b'))
  expect(await planMounts({ workDirectory: directory.join('a'), network }, own)).toMatchObject({
    ok: false,
    error: { code: 'sandbox_error' },
  })
})

test('nothing opens the kernel’s own trees, nor the system’s for writing', async () => {
  await using directory = await temporaryDirectory()
  await symlink('/proc/sys', directory.join('settings'))
  const plan = async (paths: { readOnly?: string[]; readWrite?: string[] }) => {
    const planned = await planMounts({ workDirectory: directory.path, network, ...paths }, own)
    return planned.ok ? 'planned' : planned.error.message
  }
  for (const path of ['/proc', '/proc/sys/kernel', '/dev', directory.join('settings')]) {
    expect(await plan({ readWrite: [path] })).toContain('belongs to the kernel')
    expect(await plan({ readOnly: [path] })).toContain('belongs to the kernel')
  }
  for (const path of ['/usr', '/etc', '/etc/ssl']) {
    expect(await plan({ readWrite: [path] })).toContain('own files')
  }
  expect(await plan({ readWrite: ['/usr/local'], readOnly: ['/etc'] })).toBe('planned')
  for (const workDirectory of ['/proc', '/usr', '/etc']) {
    expect((await planMounts({ workDirectory, network }, own)).ok).toBe(false)
  }
})
