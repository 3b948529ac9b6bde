import { symlink } from 'node:fs/promises'
import { temporaryDirectory } from '@agency/testing'
import { expect, test } from 'vitest'
import { checkSandboxTools } from './check-sandbox-tools.ts'
import { path } from './escapes/run-inside.ts'

test('a machine with everything passes each check', async () => {
  const checks = await checkSandboxTools({ path })
  expect(checks.map(({ name, ok }) => [name, ok])).toEqual([
    ['bubblewrap', true],
    ['socat', true],
    ['sandbox', true],
  ])
})

test('what is missing is named, with the command that brings it', async () => {
  await using bin = await temporaryDirectory()
  await symlink(Bun.which('bwrap') ?? '', bin.join('bwrap'))
  const checks = await checkSandboxTools({ path: bin.path })
  expect(checks.filter(({ ok }) => !ok)).toEqual([
    { name: 'socat', ok: false, detail: 'socat not found', fix: 'apt-get install socat' },
  ])
})
