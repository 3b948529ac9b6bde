import { lstatSync, type Stats, writeFileSync } from 'node:fs'
import { temporaryDirectory } from '@agency/testing'
import { expect, test } from 'vitest'
import { createContentHashes } from './content-hashes.ts'

function statOf(path: string, times: Partial<Stats>): Stats {
  return Object.assign(lstatSync(path), times)
}

test('a file is read once, and again when the system says that it changed', async () => {
  await using place = await temporaryDirectory()
  const path = place.join('a.ts')
  const contents = createContentHashes(place.path)
  const look = (ctimeMs: number) =>
    contents.of({ path: 'a.ts', stat: statOf(path, { ctimeMs, mtimeMs: 1 }) })
  writeFileSync(path, '1')
  const first = look(1_000)
  expect(first.bytesRead).toBe(1)
  expect(look(1_000)).toEqual({ hash: first.hash, bytesRead: 0 })
  writeFileSync(path, '2')
  expect(look(2_000)).toEqual({ hash: expect.not.stringMatching(first.hash), bytesRead: 1 })
})

test('a file that changed a moment ago may change again in the same moment, and is read again', async () => {
  await using place = await temporaryDirectory()
  const path = place.join('a.ts')
  const contents = createContentHashes(place.path)
  // A moment ago it stays, however long this test takes here.
  const now = { ctimeMs: Date.now() + 3_600_000, mtimeMs: 1 }
  writeFileSync(path, '1')
  const first = contents.of({ path: 'a.ts', stat: statOf(path, now) })
  writeFileSync(path, '2')
  expect(contents.of({ path: 'a.ts', stat: statOf(path, now) }).hash).not.toBe(first.hash)
})
