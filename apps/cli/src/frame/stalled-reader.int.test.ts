import { closeSync, constants, existsSync, openSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isolatedEnvironment, type TemporaryDirectory, temporaryDirectory } from '@agency/testing'
import { describe, expect, test } from 'vitest'

const main = join(import.meta.dirname, '../main.ts')

/** Uses far more tools than any pipe or socket has room for, says so, and does not end by itself. */
const floodingClaude = `await Bun.stdin.text()
const session_id = '4f6c1d0e-3b1f-4c39-9d58-0c6a5f5ab9d1'
const lines = Array.from({ length: 10_000 }, (_, index) => {
  const id = 'call-' + index
  const command = 'echo ' + 'x'.repeat(80)
  const call = { type: 'tool_use', id, name: 'Bash', input: { command } }
  const result = { type: 'tool_result', tool_use_id: id, content: 'x' }
  return [
    { type: 'assistant', session_id, message: { model: 'm', content: [call] } },
    { type: 'user', session_id, message: { content: [result] } },
  ].map((line) => JSON.stringify(line) + '\\n').join('')
})
await Bun.write(Bun.stdout, lines.join(''))
await Bun.write('flooded', '')
setInterval(() => {}, 60_000)
`

/** Starts agency with a socket as its stderr, tells its id, and reads nothing until it is told to go on. */
const idleParent = `import { existsSync } from 'node:fs'
const agency = Bun.spawn(process.argv.slice(2), { stdio: ['ignore', 'ignore', 'pipe'] })
console.log(agency.pid)
const pause = new Int32Array(new SharedArrayBuffer(4))
while (!existsSync('go-on')) Atomics.wait(pause, 0, 0, 20)
process.exit(await agency.exited)
`

interface Started {
  kill(signal: NodeJS.Signals): void
  /** Resolves to the exit code. */
  ended(): Promise<number>
  [Symbol.dispose]?(): void
}

type Start = (words: readonly string[], place: TemporaryDirectory) => Promise<Started>

const command = (words: readonly string[]) => [process.execPath, main, 'ask', 'go', ...words]
const options = (place: TemporaryDirectory) => ({
  cwd: place.path,
  env: {
    ...isolatedEnvironment(place.path, 'http://127.0.0.1:1'),
    TERM: 'xterm',
    CLAUDE_BIN: place.join('claude'),
  },
})

/** Ways to give agency a stderr that nobody reads. */
const readers: Readonly<Record<string, Start>> = {
  async pipe(words, place) {
    Bun.spawnSync(['mkfifo', place.join('pipe')])
    const reading = openSync(place.join('pipe'), constants.O_RDONLY | constants.O_NONBLOCK)
    const writing = openSync(place.join('pipe'), constants.O_WRONLY)
    const child = Bun.spawn(command(words), {
      ...options(place),
      stdio: ['ignore', 'ignore', writing],
    })
    closeSync(writing)
    return {
      kill: (signal) => child.kill(signal),
      ended: () => child.exited,
      [Symbol.dispose]: () => closeSync(reading),
    }
  },
  async socket(words, place) {
    await writeFile(place.join('parent.ts'), idleParent)
    const parent = Bun.spawn(
      [process.execPath, place.join('parent.ts'), ...command(words)],
      options(place),
    )
    const told = await parent.stdout.getReader().read()
    const pid = Number(new TextDecoder().decode(told.value))
    return {
      kill: (signal) => process.kill(pid, signal),
      async ended() {
        while (isRunning(pid)) await Bun.sleep(10)
        await writeFile(place.join('go-on'), '')
        return await parent.exited
      },
    }
  },
  async 'terminal after Ctrl-S'(words, place) {
    const child = Bun.spawn(command(words), { ...options(place), terminal: { data() {} } })
    child.terminal?.write('\u0013')
    return { kill: (signal) => child.kill(signal), ended: () => child.exited }
  },
}

/** What waits for the reader would wait ten minutes; what does not takes two seconds, and more on a busy machine. */
const hangsMs = 30_000

/** What has ended but not been reaped counts as ended. */
function isRunning(pid: number): boolean {
  const { stdout } = Bun.spawnSync(['ps', '-o', 'stat=', '-p', String(pid)])
  return /^[^Z]/.test(stdout.toString().trim())
}

describe.each(Object.entries(readers))('a %s that nobody reads', (_, start) => {
  async function play(words: readonly string[], then?: (agency: Started) => void) {
    await using place = await temporaryDirectory()
    await writeFile(place.join('claude.ts'), floodingClaude)
    const line = `#!/bin/sh\nexec '${process.execPath}' '${place.join('claude.ts')}'\n`
    await writeFile(place.join('claude'), line, { mode: 0o755 })
    const agency = await start(words, place)
    let hasEnded = false
    const ended = agency.ended().finally(() => {
      hasEnded = true
    })
    try {
      while (then !== undefined && !existsSync(place.join('flooded'))) await Bun.sleep(10)
      then?.(agency)
      return await Promise.race([ended, Bun.sleep(hangsMs).then(() => 'it hangs')])
    } finally {
      if (!hasEnded) agency.kill('SIGKILL')
      await ended
      agency[Symbol.dispose]?.()
    }
  }

  test('does not keep --timeout from ending the run', async () => {
    expect(await play(['--timeout', '2s'])).toBe(1)
  })

  test('does not keep Ctrl-C from ending it', async () => {
    expect(await play([], (agency) => agency.kill('SIGINT'))).toBe(130)
  })
})

test('a socket waits again for its reader when agency has ended: others write to it, too', async () => {
  await using place = await temporaryDirectory()
  const reader = `const child = Bun.spawn(process.argv.slice(2), { stdio: ['ignore', 'pipe', 'inherit'] })
const reader = child.stdout.getReader()
await reader.read()
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
while (!(await reader.read()).done);
process.exit(await child.exited)
`
  await writeFile(place.join('reader.ts'), reader)
  const script = `'${process.execPath}' '${main}' completion bash; head -c 3000000 /dev/zero`
  const run = ['sh', '-c', `${script} || echo failed >&2`]
  const parent = Bun.spawn([process.execPath, place.join('reader.ts'), ...run], {
    ...options(place),
    stderr: 'pipe',
  })
  expect(await parent.stderr.text()).toBe('')
})
