import { writeFile } from 'node:fs/promises'
import { createAIRequest, systemClock } from '@agency/core'
import { temporaryDirectory } from '@agency/testing'
import { expect, test } from 'vitest'
import { never } from '../../testing/scripted-runner.ts'
import { ClaudeCodeRunner } from './claude-code-runner.ts'
import { createSpawnExecutor } from './spawn-executor.ts'

const result = '{"type":"result","is_error":false,"result":"done"}'

test.runIf(process.platform === 'linux')(
  'a process that hid and holds the pipe does not hold up the run',
  async () => {
    await using claude = await fakeClaude(`#!/bin/sh
cat >/dev/null
env -i setsid sh -c 'echo $$ >hidden; exec sleep 60' &
while ! [ -s hidden ]; do :; done
echo '${result}'
`)
    const started = performance.now()
    try {
      expect(await claude.run()).toMatchObject({ success: true, output: 'done' })
      expect(performance.now() - started).toBeLessThan(30_000)
    } finally {
      process.kill(Number(await Bun.file(claude.join('hidden')).text()))
    }
  },
)

test('a file that the system cannot start is a bad configuration, named by its path', async () => {
  for (const text of ['echo no first line\n', '#!/nowhere/interpreter\n']) {
    await using claude = await fakeClaude(text)
    await expect(claude.run()).rejects.toMatchObject({
      kind: 'bad-configuration',
      message: expect.stringContaining(`${claude.join('claude')} cannot be started (ENO`),
    })
    await using runner = claude.runner()
    expect(await runner.prepare()).toBe(false)
  }
})

async function fakeClaude(text: string) {
  const directory = await temporaryDirectory()
  const path = directory.join('claude')
  await writeFile(path, text, { mode: 0o755 })
  const quick = {
    ...systemClock,
    sleep: (_: number, signal?: AbortSignal) => systemClock.sleep(100, signal),
  }
  const runner = () =>
    new ClaudeCodeRunner({
      environment: { CLAUDE_BIN: path, PATH: '/usr/bin:/bin' },
      workingDir: directory.path,
      executor: createSpawnExecutor(quick),
    })
  const run = async () => {
    await using ours = runner()
    return await ours.run(createAIRequest('go'), never)
  }
  return { ...directory, run, runner }
}
