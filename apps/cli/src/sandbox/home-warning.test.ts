import { mkdirSync, symlinkSync } from 'node:fs'
import { temporaryDirectory } from '@agency/testing'
import { expect, test } from 'vitest'
import { homeWarning } from './home-warning.ts'

test('a work directory that is the home, holds it or links to it gets a warning', async () => {
  await using directory = await temporaryDirectory()
  const HOME = directory.join('users/ada')
  mkdirSync(`${HOME}/project`, { recursive: true })
  symlinkSync(HOME, directory.join('link'))
  for (const work of [HOME, `${HOME}/`, directory.join('users'), directory.join('link'), '/']) {
    expect(homeWarning(work, { HOME }), work).toContain('your home')
  }
})

test('a directory in the home, beside it, or without one gets none', async () => {
  await using directory = await temporaryDirectory()
  const HOME = directory.join('ada')
  for (const work of [`${HOME}/project`, directory.join('adam'), directory.join('ad')]) {
    expect(homeWarning(work, { HOME }), work).toBeUndefined()
  }
  expect(homeWarning(HOME, {})).toBeUndefined()
  expect(homeWarning(HOME, { HOME: '' })).toBeUndefined()
})
