import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, createAIRequest, systemClock } from '@agency/core'
import { temporaryDirectory, verifies } from '@agency/testing'
import { describe, expect, test } from 'vitest'
import { never } from '../../testing/scripted-runner.ts'
import { ClaudeCodeRunner } from './claude-code-runner.ts'
import { createSpawnExecutor } from './spawn-executor.ts'

const result = '{"type":"result","is_error":false,"result":"done"}'

describe.runIf(process.platform === 'linux')('what hides', () => {
  const ownLimit = 'setsid prlimit --rttime=unlimited'
  for (const disguise of ['', 'setsid', 'env -i', 'env -i setsid', ownLimit]) {
    const inDisguise = disguise || 'none at all'
    test(`a process in disguise (${inDisguise}) ends with its run`, async () => {
      await using claude = await fakeClaude(hides(disguise))
      expect(await claude.run()).toMatchObject({ success: true, output: 'done' })
      expect(isAlive(await claude.hidden())).toBe(false)
    })
  }

  test('one that ends as soon as it has started the next ends with its run', async () => {
    const next = `#!/bin/sh
[ ! -e stop ] || exit
echo >>hops
setsid "$0" &
`
    await using claude = await fakeClaude(`#!/bin/sh
cat >/dev/null
./next &
until [ -s hops ]; do sleep 0.01; done
echo '${result}'
`)
    await writeFile(claude.join('next'), next, { mode: 0o755 })
    try {
      expect(await claude.run()).toMatchObject({ success: true, output: 'done' })
      const hops = Bun.file(claude.join('hops')).size
      // Were it alive, it would start as many.
      for (let other = 0; other < 20; other++) await Bun.spawn(['sh', '-c', ':']).exited
      expect(Bun.file(claude.join('hops')).size).toBe(hops)
    } finally {
      await writeFile(claude.join('stop'), '')
    }
  })

  test('the guardian of a run goes with it', async () => {
    await using claude = await fakeClaude(`#!/bin/sh
cat >/dev/null
grep -lz agency-guardian /proc/[0-9]*/cmdline >guardians 2>/dev/null
echo '${result}'
`)
    await claude.run()
    const during = (await Bun.file(claude.join('guardians')).text()).match(/\d+/g) ?? []
    const ours = during.map(Number).filter((pid) => parentOf(pid) === process.pid)
    expect(during).not.toEqual([])
    expect(ours).toEqual([])
  })

  test('only what belongs to the run is ended: not a child of ours, nor what another run hides', async () => {
    await using claude = await fakeClaude(hides('env -i setsid'))
    await using other = await fakeClaude(
      `${hides('env -i setsid')}\nuntil [ -e end ]; do sleep 0.01; done\n`,
    )
    await using ours = child('env', '-i', 'setsid', 'sleep', '60')
    const otherEnded = other.run()
    while (Bun.file(other.join('hidden')).size === 0) await Bun.sleep(1)
    await claude.run()
    expect(isAlive(await claude.hidden())).toBe(false)
    expect(isAlive(await other.hidden())).toBe(true)
    expect(isAlive(ours.pid)).toBe(true)
    await writeFile(other.join('end'), '')
    await otherEnded
    expect(isAlive(await other.hidden())).toBe(false)
  })

  test('one that drops its limit too and holds the pipe does not hold up the run', async () => {
    await using claude = await fakeClaude(hides('env -i setsid prlimit --rttime=unlimited'))
    const started = performance.now()
    try {
      expect(await claude.run()).toMatchObject({ success: true, output: 'done' })
      expect(performance.now() - started).toBeLessThan(30_000)
    } finally {
      process.kill(await claude.hidden())
    }
  })

  test('a run within a run ends with it, though its processes carry another tag', async () => {
    await using inner = await fakeClaude(`${hides('env -i setsid')}\nexec sleep 60\n`)
    const program = join(import.meta.dirname, '../../testing/run-fake-claude.ts')
    await using outer = await fakeClaude(`#!/bin/sh
cat >/dev/null
'${process.execPath}' '${program}' '${inner.path}' >/dev/null 2>&1 &
until [ -s '${inner.join('hidden')}' ]; do sleep 0.01; done
echo '${result}'
`)
    expect(await outer.run()).toMatchObject({ success: true })
    const hidden = await inner.hidden()
    while (isAlive(hidden)) await Bun.sleep(1)
  })
})

/** A claude that answers when the process it leaves behind has begun. */
function hides(disguise: string): string {
  return `#!/bin/sh
cat >/dev/null
${disguise} sh -c 'echo $$ >hidden; exec sleep 60' &
until [ -s hidden ]; do sleep 0.01; done
echo '${result}'
`
}

verifies('RUN-057', 'a cancel asks the whole group to end, not only its leader', async () => {
  await using claude = await fakeClaude(`#!/bin/sh
trap 'until [ -s told ]; do sleep 0.01; done; exit' TERM
(trap 'echo told >told; exit' TERM; echo ready >ready; while :; do sleep 0.01; done) &
while :; do sleep 0.01; done
`)
  await using runner = claude.runner(systemClock)
  const controller = new AbortController()
  const run = runner.run(createAIRequest('go'), controller.signal).catch((error) => error)
  while (Bun.file(claude.join('ready')).size === 0) await Bun.sleep(1)
  controller.abort()
  expect(await run).toMatchObject({ kind: 'cancelled' })
  expect(await Bun.file(claude.join('told')).exists()).toBe(true)
})

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

test('a claude that writes a line without end is ended, and the run says why', async () => {
  await using claude = await fakeClaude(`#!/bin/sh
cat >/dev/null
echo $$ >hidden
exec tr '\\0' x </dev/zero
`)
  await expect(claude.run()).rejects.toMatchObject({
    kind: 'parse',
    message: expect.stringContaining('a line of more than 67,108,864 characters'),
  })
  expect(isAlive(await claude.hidden())).toBe(false)
})

test('a key that stands where stderr was cut does not show in part', async () => {
  const secret = 'a key with spaces en99ZZ'
  await using claude = await fakeClaude(`#!/bin/sh
cat >/dev/null
for line in $(seq 20000); do echo "$THE_KEY"; done >&2
exit 3
`)
  const error = await claude.run({ THE_KEY: secret }).catch((caught) => caught)
  expect(error.message).toContain('claude exited with code 3: …')
  expect(error.message).not.toMatch(/key|spaces|en99ZZ|ZZ/)
})

async function fakeClaude(text: string) {
  const directory = await temporaryDirectory()
  const path = directory.join('claude')
  await writeFile(path, text, { mode: 0o755 })
  const quick = {
    ...systemClock,
    sleep: (_: number, signal?: AbortSignal) => systemClock.sleep(100, signal),
  }
  const runner = (clock: Clock = quick) =>
    new ClaudeCodeRunner({
      environment: { CLAUDE_BIN: path, PATH: '/usr/bin:/bin' },
      workingDir: directory.path,
      executor: createSpawnExecutor(clock),
    })
  const run = async (environment = {}) => {
    await using ours = runner()
    return await ours.run(createAIRequest('go', { environment }), never)
  }
  const hidden = async () => Number(await Bun.file(directory.join('hidden')).text())
  return { ...directory, run, runner, hidden }
}

function child(...words: string[]) {
  const { pid, exited } = Bun.spawn(words)
  return {
    pid,
    async [Symbol.asyncDispose]() {
      process.kill(pid)
      await exited
    },
  }
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}

/** What has ended but not been reaped counts as ended. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
