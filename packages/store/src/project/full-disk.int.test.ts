import { join } from 'node:path'
import { temporaryDirectory } from '@agency/testing'
import { expect, test } from 'vitest'

/** Fills a small disk by saving ever more, then tells what it was told and what is still there. */
const program = `
  import { readdirSync } from 'node:fs'
  import { prepareProject, createStatusRepository } from ${JSON.stringify(join(import.meta.dirname, '../index.ts'))}
  const project = process.argv[1]
  await prepareProject(project)
  const repository = createStatusRepository(project)
  const deliverable = { id: 'DL-1', name: 'x'.repeat(20_000), acceptanceCriteria: [], passed: false, blocked: false }
  let saved = 0
  try {
    for (let count = 1; ; count++) {
      const deliverables = Array.from({ length: count }, (_, n) => ({ ...deliverable, id: 'DL-' + n }))
      await repository.save({ deliverables })
      saved = count
    }
  } catch ({ code, message }) {
    const kept = (await repository.load()).deliverables.length
    const files = readdirSync(project + '/.autonoe').sort()
    console.log(JSON.stringify({ code, message, saved, kept, files }))
  }`

test('on a full disk the last saved state stays, nothing is left beside it, and the error says so', {
  skip: process.platform !== 'linux',
}, async () => {
  await using project = await temporaryDirectory()
  const disk = ['--size', String(512 * 1024), '--tmpfs', project.path]
  const child = Bun.spawn(
    ['bwrap', '--dev-bind', '/', '/', ...disk, process.execPath, '-e', program, project.path],
    { stdout: 'pipe' },
  )
  const told = JSON.parse(await child.stdout.text())
  expect(told.saved).toBeGreaterThan(2)
  expect(told.kept).toBe(told.saved)
  expect(told.files).toEqual(['.gitignore', 'evidence', 'status.json'])
  expect(told.code).toBe('storage_error')
  expect(told.message).toBe(
    `cannot write ${project.join('.autonoe/status.json')}: the disk is full. Free some space and run again; what was saved before is intact`,
  )
})
