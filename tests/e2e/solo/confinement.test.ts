import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import {
  answersIn,
  bash,
  claim,
  greeting,
  readStatus,
  sessionThatCalls,
  setOpenWork,
} from './open-work.ts'

test('a session finds the runtimes that its person installed in the home', async () => {
  await using stage = await setOpenWork(
    sessionThatCalls([bash('bun answer.js'), bash('npm run greet')]),
    { files: { 'answer.js': 'console.log(6 * 7)' } },
  )
  const home = join(stage.directory, 'runtimes')
  const npm = join(home, 'lib/node_modules/npm/bin/npm-cli.js')
  write(npm, "#!/usr/bin/env node\nrequire('../lib/greet.js')\n")
  write(join(home, 'lib/node_modules/npm/lib/greet.js'), "console.log('npm of the home')\n")
  chmodSync(npm, 0o755)
  mkdirSync(join(home, 'bin'))
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(home, 'bin/npm'))
  symlinkSync(process.execPath, join(home, 'bin/bun'))
  const PATH = `${join(home, 'bin')}:${stage.environment['PATH']}`
  const { stdout } = await stage.agency(['run', '-n', '1', '--json'], { environment: { PATH } })
    .done
  expect(answersIn(stdout).map(({ content }) => content)).toEqual(['42', 'npm of the home'])
})

test('a check changes neither the hooks nor the configuration of git', async () => {
  const places = ['.git/hooks/post-commit', '.git/config', '.mcp.json', '.claude/settings.json']
  const plant = `
    const { writeFileSync } = require('node:fs')
    for (const place of ${JSON.stringify(places)}) {
      try { writeFileSync(place, 'planted') } catch (error) { if (error.code === 'EROFS') continue }
      process.exit(1)
    }`
  await using stage = await setOpenWork(sessionThatCalls([claim('DL-001')]), {
    deliverables: [{ ...greeting, verify: ['node plant.cjs'] }],
    files: { 'plant.cjs': plant },
  })
  for (const place of places) write(join(stage.project, place), 'as it was')
  await stage.agency(['run', '-n', '1']).done
  expect(readStatus(stage)).toMatchObject([{ passed: true }])
  for (const place of places) {
    expect(readFileSync(join(stage.project, place), 'utf8')).toBe('as it was')
  }
})

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
