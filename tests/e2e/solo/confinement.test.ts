import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stage } from '../stage.ts'
import {
  answersIn,
  bash,
  claim,
  greeting,
  readStatus,
  sessionThatCalls,
  setOpenWork,
} from './open-work.ts'

const places = ['.git/hooks/post-commit', '.git/config', '.mcp.json', '.claude/settings.json']
const plant = `
const { writeFileSync } = require('node:fs')
for (const place of ${JSON.stringify(places)}) {
  try { writeFileSync(place, 'planted') } catch (error) { if (error.code === 'EROFS') continue }
  process.exit(1)
}`

/** One session that looks for runtimes, and whose check would like to change git. */
let stage: Stage
let stdout: string

beforeAll(async () => {
  stage = await setOpenWork(
    sessionThatCalls([bash('bun answer.js'), bash('npm run greet'), claim('DL-001')]),
    {
      deliverables: [{ ...greeting, verify: ['node plant.cjs'] }],
      files: { 'answer.js': 'console.log(6 * 7)', 'plant.cjs': plant },
    },
  )
  for (const place of places) write(join(stage.project, place), 'as it was')
  const PATH = `${installRuntimes(join(stage.directory, 'runtimes'))}:${stage.environment['PATH']}`
  const words = ['run', '-n', '1', '--json']
  stdout = (await stage.agency(words, { environment: { PATH } }).done).stdout
})
afterAll(() => stage[Symbol.asyncDispose]())

test('a session finds the runtimes that its person installed in the home', () => {
  const [answer, greet] = answersIn(stdout)
  expect([answer?.content, greet?.content]).toEqual(['42', 'npm of the home'])
})

test('a check changes neither the hooks nor the configuration of git', () => {
  expect(readStatus(stage)).toMatchObject([{ passed: true }])
  for (const place of places) {
    expect(readFileSync(join(stage.project, place), 'utf8')).toBe('as it was')
  }
})

/** Where they are to be looked for. */
function installRuntimes(home: string): string {
  const npm = join(home, 'lib/node_modules/npm/bin/npm-cli.js')
  write(npm, "#!/usr/bin/env node\nrequire('../lib/greet.js')\n")
  write(join(home, 'lib/node_modules/npm/lib/greet.js'), "console.log('npm of the home')\n")
  chmodSync(npm, 0o755)
  mkdirSync(join(home, 'bin'))
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(home, 'bin/npm'))
  symlinkSync(process.execPath, join(home, 'bin/bun'))
  return join(home, 'bin')
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
