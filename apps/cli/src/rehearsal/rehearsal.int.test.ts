import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  isolatedEnvironment,
  runClaude,
  type TemporaryDirectory,
  temporaryDirectory,
  verifies,
} from '@agency/testing'
import { describe, expect, test } from 'vitest'

const main = join(import.meta.dirname, '../main.ts')
const hello = join(import.meta.dirname, '../../../../packages/rehearsal/examples/hello.yaml')

verifies(
  ['REH-001', 'REH-004', 'REH-005'],
  'serve, record and replay work together as commands, with the real Claude Code',
  async () => {
    await using directory = await temporaryDirectory()
    const cassette = directory.join('run.jsonl')
    const greet = async (baseUrl: string, name: string) => {
      const run = await runClaude({ prompt: 'greet', directory: directory.join(name), baseUrl })
      expect(run.result['result']).toBe('It printed: hello, world')
      return run.toolCalls.map((call) => call.name)
    }
    let recorded: string[]
    {
      await using served = await start(directory, ['serve', hello])
      await using recorder = await start(directory, ['record', '--upstream', served.url, cassette])
      recorded = await greet(recorder.url, 'first')
      expect(await served.interrupt()).toBe(130)
      expect(served.stderr()).toMatch(
        /^[0-9a-f]{8} {2}turn 1: "I write the greeting first\." Write$/m,
      )
      expect(await recorder.interrupt()).toBe(130)
    }
    expect((await readFile(cassette, 'utf8')).trimEnd().split('\n')).toHaveLength(3)
    await using replayed = await start(directory, ['replay', cassette])
    expect(await greet(replayed.url, 'second')).toEqual(recorded)
  },
)

test('serve tells the address and what to type', async () => {
  await using directory = await temporaryDirectory()
  await using server = await start(directory, ['serve', hello])
  expect(server.stdout()).toContain('rehearsal "hello" answers at http://127.0.0.1:')
  expect(server.stdout()).toContain(
    `export ANTHROPIC_BASE_URL=${server.url} ANTHROPIC_API_KEY=sk-rehearsal`,
  )
})

test('with --json every line is an object', async () => {
  await using directory = await temporaryDirectory()
  await using server = await start(directory, ['serve', hello, '--json'])
  await fetch(server.url)
  await server.interrupt()
  const lines = server.stdout().trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { type: 'listening', url: server.url },
    { type: 'request', method: 'GET', path: '/', summary: 'health' },
  ])
})

test('a port in use is one clear line and exit code 1', async () => {
  await using directory = await temporaryDirectory()
  await using server = await start(directory, ['serve', hello])
  const { port } = new URL(server.url)
  const { exitCode, stderr } = await fail(directory, ['serve', hello, '--port', port])
  expect(exitCode).toBe(1)
  expect(stderr).toBe(
    `agency: port ${port} is in use: choose another with --port, or leave it out for any free one\n`,
  )
})

describe('bad usage is one clear line and exit code 2', () => {
  verifies('REH-002', 'an invalid script, naming the place', async () => {
    await using directory = await temporaryDirectory()
    await writeFile(directory.join('bad.yaml'), 'rehearsal: 1\nturns:\n  - sya: hello\n')
    const { exitCode, stderr } = await fail(directory, ['serve', 'bad.yaml'])
    expect(exitCode).toBe(2)
    expect(stderr).toContain('agency: bad.yaml:3:5: turns[0].sya: not a word of a script')
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })

  const cases: [title: string, words: string[], message: string][] = [
    ['a missing script', ['serve', 'none.yaml'], 'none.yaml: there is no such file'],
    ['a directory as a script', ['serve', '.'], 'this is a directory, not a file'],
    ['a missing cassette', ['replay', 'none.jsonl'], 'none.jsonl: there is no such file'],
    [
      'a port that is none',
      ['serve', hello, '--port', '99999'],
      '--port is "99999"; write a number from 0 to 65535',
    ],
    [
      'an upstream that is none',
      ['record', '--upstream', 'claude', 'a.jsonl'],
      '--upstream is "claude"; write an http or https address',
    ],
    ['a directory as a cassette', ['record', '.'], '"." is a directory; name a file'],
    ['a cassette in no directory', ['record', 'no/such/a.jsonl'], 'cannot be written (ENOENT)'],
    ['a cassette in a file', ['record', `${hello}/a.jsonl`], 'cannot be written (ENOTDIR)'],
  ]
  for (const [title, words, message] of cases) {
    test(title, async () => {
      await using directory = await temporaryDirectory()
      const { exitCode, stderr } = await fail(directory, words)
      expect(stderr).toContain(message)
      expect(stderr.trimEnd().split('\n')).toHaveLength(1)
      expect(exitCode).toBe(2)
      expect(existsSync(directory.join('a.jsonl'))).toBe(false)
    })
  }

  test('a cassette that exists is kept', async () => {
    await using directory = await temporaryDirectory()
    await writeFile(directory.join('a.jsonl'), 'precious')
    const { exitCode, stderr } = await fail(directory, ['record', 'a.jsonl'])
    expect(stderr).toContain('a.jsonl exists already: remove it or choose another name')
    expect(exitCode).toBe(2)
    expect(await readFile(directory.join('a.jsonl'), 'utf8')).toBe('precious')
  })
})

function spawn(directory: TemporaryDirectory, words: readonly string[]) {
  return Bun.spawn([process.execPath, main, 'rehearsal', ...words], {
    cwd: directory.path,
    env: isolatedEnvironment(directory.path, 'http://127.0.0.1:1'),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

async function fail(directory: TemporaryDirectory, words: readonly string[]) {
  const child = spawn(directory, words)
  const [stderr, exitCode] = await Promise.all([new Response(child.stderr).text(), child.exited])
  return { stderr, exitCode }
}

/** A server as a process; it is there when it has said its address. */
async function start(directory: TemporaryDirectory, words: readonly string[]) {
  const child = spawn(directory, words)
  let [stdout, stderr] = ['', '']
  const url = Promise.withResolvers<string>()
  const read = async (stream: ReadableStream<Uint8Array>, take: (text: string) => void) => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) take(decoder.decode(chunk, { stream: true }))
  }
  const reading = Promise.all([
    read(child.stdout, (text) => {
      stdout += text
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(stdout)?.[0]
      if (found) url.resolve(found)
    }),
    read(child.stderr, (text) => {
      stderr += text
    }),
  ])
  void child.exited.then(() => url.reject(new Error(`it ended: ${stderr}`)))
  const interrupt = async () => {
    child.kill('SIGINT')
    await reading
    return child.exited
  }
  return {
    url: await url.promise,
    stdout: () => stdout,
    stderr: () => stderr,
    interrupt,
    [Symbol.asyncDispose]: async () => {
      await interrupt()
    },
  }
}
