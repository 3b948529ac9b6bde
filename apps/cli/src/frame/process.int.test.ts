import { closeSync, constants as fileConstants, openSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import {
  type CompiledAgency,
  compileAgency,
  isolatedEnvironment,
  runToEnd,
  type TemporaryDirectory,
  temporaryDirectory,
  verifies,
} from '@agency/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { links } from '../programs.ts'

let compiled: CompiledAgency
let place: TemporaryDirectory
let environment: Record<string, string>

beforeAll(async () => {
  compiled = await compileAgency()
  place = await temporaryDirectory()
  const echo = await createClaude('claude', echoingClaude)
  environment = { ...isolatedEnvironment(place.path, 'http://127.0.0.1:1'), CLAUDE_BIN: echo }
  environment['PATH'] = [dirname(process.execPath), environment['PATH']].join(delimiter)
})
afterAll(() => place[Symbol.asyncDispose]())

async function createClaude(name: string, program: string): Promise<string> {
  await writeFile(place.join(`${name}.ts`), program)
  // A path with a space would not do in a first line of its own.
  const start = `#!/bin/sh\nexec '${process.execPath}' '${place.join(`${name}.ts`)}'\n`
  await writeFile(place.join(name), start, { mode: 0o755 })
  return place.join(name)
}

/** Answers with the prompt, repeated as often as ECHO says. */
const echoingClaude = `const prompt = await Bun.stdin.text()
const result = prompt.repeat(Number(process.env.ECHO ?? 1))
const session_id = '4f6c1d0e-3b1f-4c39-9d58-0c6a5f5ab9d1'
const line = { type: 'result', subtype: 'success', is_error: false, result, session_id, num_turns: 1, duration_ms: 1, total_cost_usd: 0 }
process.stdout.write(JSON.stringify(line) + '\\n')
`

const start = (command: readonly string[], extra: Record<string, string> = {}) =>
  runToEnd(command, { cwd: place.path, env: { ...environment, ...extra } })

const path = (name: string) => join(compiled.directory, name)
const shell = (line: string) =>
  start(['bash', '-o', 'pipefail', '-c', line], { AGENCY: path('agency') })

test('--version is the same under every name, and is what git says', async () => {
  const describe = 'git describe --tags --always --dirty 2>/dev/null || echo dev'
  const git = await Bun.$`sh -c ${describe}`.cwd(import.meta.dirname).text()
  for (const name of ['agency', ...links.map((link) => link.name)]) {
    expect(await start([path(name), '--version'])).toEqual({ code: 0, stdout: git, stderr: '' })
  }
})

test('under the name of a program that this build lacks it says so and exits with 2', async () => {
  const { code, stdout, stderr } = await start([path('ag-view-web')])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toBe('ag-view-web: not part of this build yet; "agency --help" shows what is\n')
})

test('the starter files of a project are in the executable itself', async () => {
  await mkdir(place.join('project'))
  const project = ['-p', place.join('project')]
  expect(await start([path('autonoe'), 'init', ...project])).toMatchObject({ code: 0 })
  expect(await Bun.file(place.join('project/SPEC.md')).text()).toContain('features/*.feature')
  expect(await start([path('autonoe'), 'status', ...project])).toEqual({
    code: 0,
    stdout: 'nothing is planned yet; "autonoe run" does it\n',
    stderr: '',
  })
})

describe('a pipe', () => {
  test('whose reader has gone is no crash', async () => {
    for (let round = 0; round < 5; round++) {
      const { stdout, stderr } = await shell('"$AGENCY" --help | head -1; "$AGENCY" --help | true')
      expect(stderr).toBe('')
      expect(stdout).toContain('agency: let AI engineers work')
    }
    expect((await shell('"$AGENCY" --help >&-')).stderr).toBe('')
  })

  test('with a slow reader gets a megabyte whole', async () => {
    const line =
      '"$AGENCY" ask 0123456789 --env ECHO=100000 2>/dev/null | { dd bs=1 count=9999 2>/dev/null; cat; } | wc -c'
    const { code, stdout } = await shell(line)
    expect(code).toBe(0)
    expect(Number(stdout)).toBe(1_000_001)
  })

  test('for both streams keeps their order, however slowly it is read', async () => {
    const line =
      '"$AGENCY" ask 0123456789 --env ECHO=300000 2>&1 | { dd bs=1 count=9999 2>/dev/null; cat; } | tail -c +3000001'
    const { stdout } = await shell(line)
    expect(stdout).toMatch(/^\ndone\n\$0\.0000 · .*\n$/)
  })

  /** A long answer on its way into a pipe that nobody reads yet. */
  async function answerUnread(words: readonly string[] = []) {
    await Bun.$`rm -f answer && mkfifo answer`.cwd(place.path)
    const reading = openSync(
      place.join('answer'),
      fileConstants.O_RDONLY | fileConstants.O_NONBLOCK,
    )
    const writing = openSync(place.join('answer'), fileConstants.O_WRONLY)
    const ask = ['ask', '0123456789', '--env', 'ECHO=300000', ...words]
    const child = Bun.spawn([path('agency'), ...ask], {
      cwd: place.path,
      env: environment,
      stdio: ['ignore', writing, 'pipe'],
    })
    closeSync(writing)
    let told = ''
    const decoder = new TextDecoder()
    for await (const bytes of child.stderr) {
      told += decoder.decode(bytes)
      if (told.includes('session ')) break
    }
    expect(told).toMatch(/^done\n/)
    return { child, reading }
  }

  test('whose reader comes late gets all of a long result, as text and as JSON', async () => {
    for (const words of [[], ['--json']]) {
      const { child, reading } = await answerUnread(words)
      const answer = await new Response(Bun.spawn(['cat'], { stdin: reading }).stdout).text()
      closeSync(reading)
      expect(await child.exited).toBe(0)
      const output = words.length === 0 ? answer.trimEnd() : JSON.parse(answer).output
      expect(output).toBe('0123456789'.repeat(300_000))
    }
  })

  test('that nobody reads is given up after Ctrl-C', async () => {
    const { child, reading } = await answerUnread()
    child.kill('SIGINT')
    expect(await child.exited).toBe(130)
    closeSync(reading)
  })

  test('whose reader goes before the end is no error', async () => {
    const { child, reading } = await answerUnread()
    closeSync(reading)
    expect(await child.exited).toBe(0)
  })

  test('into a full disk is told in one line', async () => {
    for (const words of ['--help', '--version']) {
      const { code, stderr } = await shell(`"$AGENCY" ${words} >/dev/full`)
      expect(code, words).toBe(1)
      expect(stderr, words).toMatch(/^agency: the output cannot be written: ENOSPC.*\n$/)
    }
  })

  test('of a run into a full disk leaves its cost and its session to be told', async () => {
    for (const words of ['ask hello', 'ask hello --json']) {
      const { code, stderr } = await shell(`"$AGENCY" ${words} >/dev/full`)
      expect(code, words).toBe(1)
      expect(stderr, words).toMatch(/^\$.* · session /m)
      expect(stderr, words).toMatch(/^agency: the output cannot be written: ENOSPC.*\n$/m)
    }
  })

  test('progress into a full disk does not end the run', async () => {
    const { code, stdout } = await shell('"$AGENCY" ask hello --debug 2>/dev/full')
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'hello\n' })
  })
})

test.each([
  [['42'], '42'],
  [['0x10'], '0x10'],
  [['--', '-x'], '-x'],
  [['--', '--'], '--'],
  [['--', '--help'], '--help'],
  [['grüße 👋 "quoted" $HOME'], 'grüße 👋 "quoted" $HOME'],
])('the prompt %j reaches Claude as it was typed', async (words, prompt) => {
  expect(await start([path('agency'), 'ask', ...words])).toMatchObject({
    code: 0,
    stdout: `${prompt}\n`,
  })
})

test('the prompt - is what stdin holds, and an empty one is refused', async () => {
  expect((await shell('printf "from a pipe" | "$AGENCY" ask -')).stdout).toBe('from a pipe\n')
  expect(await start([path('agency'), 'ask', '-'])).toMatchObject({ code: 2, stdout: '' })
  expect(await start([path('agency'), 'ask', ''])).toMatchObject({
    code: 2,
    stderr: 'agency: the prompt is empty (see agency ask --help)\n',
  })
})

test('a prompt that cannot be read is one line', async () => {
  const { code, stderr } = await shell('"$AGENCY" ask - </')
  expect(code).toBe(2)
  expect(stderr).toMatch(/^agency: stdin cannot be read: .*\n$/)
})

describe('on a terminal', () => {
  async function onTerminal(words: readonly string[], extra: Record<string, string>) {
    let shown = ''
    const child = Bun.spawn([path('agency'), ...words], {
      cwd: place.path,
      env: { ...environment, TERM: 'xterm-256color', ...extra },
      terminal: {
        cols: 100,
        rows: 30,
        data: (_, bytes) => {
          shown += new TextDecoder().decode(bytes)
        },
      },
    })
    const code = await child.exited
    return { code, shown }
  }

  verifies('CLI-006', 'there is colour, which NO_COLOR takes away; a pipe has none', async () => {
    const colour = '\u001B['
    expect((await onTerminal(['--help'], {})).shown).toContain(colour)
    expect((await onTerminal(['--help'], { NO_COLOR: '1' })).shown).not.toContain(colour)
    expect((await start([path('agency'), '--help'], { TERM: 'xterm' })).stdout).not.toContain(
      colour,
    )
  })
})

describe.skipIf(process.platform !== 'linux')('while it waits for stdin', () => {
  const waiting = (...before: string[]) =>
    Bun.spawn([...before, path('agency'), 'ask', '-'], {
      cwd: place.path,
      env: environment,
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'pipe',
    })

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s ends it with 130', async (signal) => {
    const child = waiting()
    await untilItCatches(signal, child.pid)
    child.kill(signal)
    expect(await child.exited).toBe(130)
    expect(await new Response(child.stderr).text()).toBe('agency: interrupted\n')
  })

  test('after nohup the end of the terminal does not end it', async () => {
    const child = waiting('nohup')
    await untilItCatches('SIGTERM', child.pid)
    child.kill('SIGHUP')
    await child.stdin.end()
    expect(await child.exited).toBe(2)
    expect(await new Response(child.stderr).text()).toContain('the prompt is empty')
  })
})

/** Linux tells which signals a process catches. */
async function untilItCatches(signal: NodeJS.Signals, pid: number): Promise<void> {
  const bit = 1n << BigInt(constants.signals[signal] - 1)
  for (;;) {
    const status = await Bun.file(`/proc/${pid}/status`).text()
    const caught = /^SigCgt:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? '0'
    if ((BigInt(`0x${caught}`) & bit) !== 0n) return
    await new Promise((resolve) => setImmediate(resolve))
  }
}
