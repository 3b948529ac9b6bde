import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory, verifies } from '@agency/testing'
import { expect } from 'vitest'
import { createStatusRepository } from './status-repository.ts'

const writer = `
  import { createStatusRepository } from ${JSON.stringify(join(import.meta.dirname, 'status-repository.ts'))}
  const repository = createStatusRepository(process.argv[1])
  for (let costUsd = 0; ; costUsd++) {
    const deliverables = Array.from({ length: 500 }, (_, n) => ({
      id: 'DL-' + n, name: String(costUsd), acceptanceCriteria: ['x'.repeat(200)], passed: false, blocked: false,
    }))
    await repository.save({ deliverables, costUsd })
    if (costUsd === 1) console.log('writing')
  }`

verifies(
  'AUT-047',
  'a process killed while it saves leaves the old or the new, whole',
  async () => {
    for (let round = 0; round < 10; round++) {
      await using project = await temporaryDirectory()
      await mkdir(project.join('.autonoe'))
      const child = Bun.spawn([process.execPath, '-e', writer, project.path], { stdout: 'pipe' })
      await child.stdout.getReader().read()
      // Not a wait for something: the moment of death is to be another one each time.
      await Bun.sleep(round * 3)
      child.kill('SIGKILL')
      await child.exited
      const { deliverables, costUsd } = await createStatusRepository(project.path).load()
      expect(deliverables).toHaveLength(500)
      expect(new Set(deliverables.map(({ name }) => name))).toEqual(new Set([String(costUsd)]))
      const names = await readdir(project.join('.autonoe'))
      expect(names.filter((name) => !name.endsWith('.tmp'))).toEqual(['status.json'])
    }
  },
)
