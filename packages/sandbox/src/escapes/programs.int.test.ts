import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { SandboxPolicy } from '@agency/core'
import { temporaryDirectory, verifies } from '@agency/testing'
import { expect } from 'vitest'
import { runInside, runOutside } from './run-inside.ts'

/** Programs that run any code are allowed by the policy; what they reach is the sandbox's matter. */
const node = (code: string) => ['node', '-e', code] as const

async function neighbours() {
  const directory = await temporaryDirectory()
  const [work, home] = [directory.join('work'), directory.join('home')]
  for (const path of [work, home]) mkdirSync(path)
  writeFileSync(directory.join('home/diary'), 'dear diary')
  const policy: SandboxPolicy = { workDirectory: work, network: { mode: 'none' } }
  return { directory, diary: directory.join('home/diary'), work, policy }
}

verifies('AUT-075', 'a program reads its work directory and no other home', async () => {
  const { directory, diary, work, policy } = await neighbours()
  await using _ = directory
  writeFileSync(`${work}/own.txt`, 'mine')
  const read = (path: string) =>
    node(`process.stdout.write(require('fs').readFileSync(${JSON.stringify(path)}, 'utf8'))`)
  expect(await runInside(read(`${work}/own.txt`), policy)).toMatchObject({
    code: 0,
    stdout: 'mine',
  })
  expect(await runOutside(read(diary), policy)).toMatchObject({ stdout: 'dear diary' })
  const { code, stdout, stderr } = await runInside(read(diary), policy)
  expect(code).not.toBe(0)
  expect(stdout).toBe('')
  expect(stderr).toContain('ENOENT')
})

verifies('AUT-076', 'a program or a redirection writes to its work directory only', async () => {
  const { directory, diary, work, policy } = await neighbours()
  await using _ = directory
  const program = (path: string) =>
    node(`require('fs').writeFileSync(${JSON.stringify(path)}, 'changed')`)
  const redirection = (path: string) => ['sh', '-c', `echo changed > '${path}'`] as const
  for (const write of [program, redirection]) {
    const target = `${work}/${write.name}`
    expect((await runInside(write(target), policy)).code).toBe(0)
    expect(existsSync(target)).toBe(true)
    expect((await runInside(write(diary), policy)).code).not.toBe(0)
    expect(readFileSync(diary, 'utf8')).toBe('dear diary')
  }
  expect((await runOutside(program(diary), policy)).code).toBe(0)
  expect(readFileSync(diary, 'utf8')).toBe('changed')
})
