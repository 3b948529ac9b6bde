import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '@agency/testing'
import { expect } from 'vitest'
import { root } from '../../sources.ts'
import { type Stage, setStage } from '../stage.ts'

const preload = join(import.meta.dirname, 'trace-modules.ts')
const main = join(root, 'apps/cli/src/main.ts')

async function modulesOf(stage: Stage, ...words: string[]): Promise<string[]> {
  const file = join(stage.directory, `modules-${words[0]}`)
  const { code, stderr } = await stage.agency(words, {
    executable: [process.execPath, '--preload', preload, main],
    environment: { TRACE_FILE: file },
  }).done
  expect(code, stderr).toBe(0)
  const modules = readFileSync(file, 'utf8').trim().split('\n')
  expect(modules).toContain(main)
  return modules
}

verifies('RUN-070', 'what a run does not need is not loaded for it', async () => {
  await using stage = await setStage('turns: [ { say: hello } ]')
  const asked = await modulesOf(stage, 'ask', 'hello')
  expect(asked).toContain(join(root, 'apps/cli/src/ask/run.ts'))
  for (const modules of [
    await modulesOf(stage, '--version'),
    await modulesOf(stage, '--help'),
    asked,
  ]) {
    const foreign = modules.filter((path) => path.includes('/node_modules/'))
    expect(foreign.filter((path) => !path.includes('/cac/'))).toEqual([])
    const rooms = modules.filter((path) => /packages\/(rehearsal|view|agent|sandbox)\//.test(path))
    expect(rooms).toEqual([])
  }
})
