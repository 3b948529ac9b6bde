import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { type TemporaryDirectory, temporaryDirectory } from '@agency/testing'
import { expect, test } from 'vitest'
import { createProjectFingerprint } from './project-fingerprint.ts'

/** The places that the walk itself leaves out, with a file in each. */
async function projectWith(links: Readonly<Record<string, string>>) {
  const project = await temporaryDirectory()
  for (const place of ['src', 'node_modules/x/deep', 'node_modules/y', 'target', '.autonoe']) {
    await mkdir(project.join(place), { recursive: true })
    await writeFile(project.join(place, 'a.js'), '1')
  }
  await writeFile(project.join('target/CACHEDIR.TAG'), '')
  for (const [path, target] of Object.entries(links)) await symlink(target, project.join(path))
  return project
}

async function isChange(project: TemporaryDirectory, change: () => Promise<unknown>) {
  const fingerprint = createProjectFingerprint(project.path)
  const start = await fingerprint.take()
  expect(await fingerprint.take()).toBe(start)
  await change()
  return (await fingerprint.take()) !== start
}

test.each<[string, Record<string, string>, string]>([
  ['a file', { link: 'node_modules/x/a.js' }, 'node_modules/x/a.js'],
  ['a directory', { 'src/link': '../node_modules/x' }, 'node_modules/x/deep/a.js'],
  ['a cache', { link: 'target' }, 'target/a.js'],
  ['a link', { 'node_modules/x/y': '../y', link: 'node_modules/x' }, 'node_modules/y/a.js'],
])('what a link reaches counts: %s', async (_, links, path) => {
  await using project = await projectWith(links)
  expect(await isChange(project, () => writeFile(project.join(path), '2'))).toBe(true)
  expect(await isChange(project, () => rm(project.join(path)))).toBe(true)
})

test('what is outside the project does not count, nor the state of agency, nor packages by their name', async () => {
  await using elsewhere = await temporaryDirectory()
  await using project = await projectWith({
    outside: elsewhere.path,
    state: '.autonoe',
    'src/node_modules': '../node_modules',
  })
  const places = [elsewhere.path, project.join('.autonoe'), project.join('node_modules/x')]
  const change = () =>
    Promise.all(places.map((place) => writeFile(`${place}/a.js`, 'something else')))
  expect(await isChange(project, change)).toBe(false)
})

test('links that lead in circles or nowhere end, and a copy has the same fingerprint', async () => {
  await using project = await projectWith({
    'src/up': '..',
    itself: 'itself',
    nowhere: 'gone',
    one: 'node_modules/x',
    other: 'node_modules/x/deep',
    'node_modules/x/deep/back': '..',
  })
  await using elsewhere = await temporaryDirectory()
  const copy = elsewhere.join('copy')
  await cp(project.path, copy, { recursive: true, verbatimSymlinks: true })
  expect(await createProjectFingerprint(copy).take()).toBe(
    await createProjectFingerprint(project.path).take(),
  )
})
