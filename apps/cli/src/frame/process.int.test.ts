import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import {
  type CompiledAgency,
  compileAgency,
  findClaudeBinary,
  isolatedEnvironment,
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
  const echo = place.join('claude')
  await writeFile(place.join('echo.ts'), echoingClaude)
  // A path with a space would not do in a first line of its own.
  const start = `#!/bin/sh\nexec '${process.execPath}' '${place.join('echo.ts')}'\n`
  await writeFile(echo, start, { mode: 0o755 })
  environment = { ...isolatedEnvironment(place.path, 'http://127.0.0.1:1'), CLAUDE_BIN: echo }
  environment['PATH'] = [dirname(process.execPath), environment['PATH']].join(delimiter)
})
afterAll(async () => {
  await place[Symbol.asyncDispose]()
  await compiled[Symbol.asyncDispose]()
})

/** Answers with the prompt, repeated as often as ECHO says. */
const echoingClaude = `const prompt = await Bun.stdin.text()
const result = prompt.repeat(Number(process.env.ECHO ?? 1))
const session_id = '4f6c1d0e-3b1f-4c39-9d58-0c6a5f5ab9d1'
const line = { type: 'result', subtype: 'success', is_error: false, result, session_id, num_turns: 1, duration_ms: 1, total_cost_usd: 0 }
process.stdout.write(JSON.stringify(line) + '\\n')
`

async function start(command: readonly string[], extra: Record<string, string> = {}) {
  const child = Bun.spawn([...command], {
    cwd: place.path,
    env: { ...environment, ...extra },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { exitCode: await child.exited, out, errors }
}

const path = (name: string) => join(compiled.directory, name)
const shell = (line: string) =>
  start(['bash', '-o', 'pipefail', '-c', line], { AGENCY: path('agency') })

test('--version is the same under every name, and is what git says', async () => {
  const describe = 'git describe --tags --always --dirty 2>/dev/null || echo dev'
  const git = await Bun.$`sh -c ${describe}`.cwd(import.meta.dirname).text()
  for (const name of ['agency', ...links.map((link) => link.name)]) {
    expect(await start([path(name), '--version'])).toEqual({ exitCode: 0, out: git, errors: '' })
  }
})

test('under the name of a program that this build lacks it says so and exits with 2', async () => {
  const { exitCode, out, errors } = await start([path('ag-view-web')])
  expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' })
  expect(errors).toBe('ag-view-web: not part of this build yet; "agency --help" shows what is\n')
})

test('the starter files of a project are in the executable itself', async () => {
  await mkdir(place.join('project'))
  const project = ['-p', place.join('project')]
  expect(await start([path('autonoe'), 'init', ...project])).toMatchObject({ exitCode: 0 })
  expect(await Bun.file(place.join('project/SPEC.md')).text()).toContain('features/*.feature')
  expect(await start([path('autonoe'), 'status', ...project])).toEqual({
    exitCode: 0,
    out: 'nothing is planned yet; "autonoe run" does it\n',
    errors: '',
  })
})

describe('a pipe', () => {
  test('whose reader has gone is no crash', async () => {
    for (let round = 0; round < 5; round++) {
      const { out, errors } = await shell('"$AGENCY" --help | head -1; "$AGENCY" --help | true')
      expect(errors).toBe('')
      expect(out).toContain('agency: let AI engineers work')
    }
    expect((await shell('"$AGENCY" --help >&-')).errors).toBe('')
  })

  test('with a slow reader gets a megabyte whole', async () => {
    const line =
      '"$AGENCY" ask 0123456789 --env ECHO=100000 2>/dev/null | { dd bs=1 count=9999 2>/dev/null; cat; } | wc -c'
    const { exitCode, out } = await shell(line)
    expect(exitCode).toBe(0)
    expect(Number(out)).toBe(1_000_001)
  })

  test('into a full disk is told in one line', async () => {
    const { exitCode, errors } = await shell('"$AGENCY" --help >/dev/full')
    expect(exitCode).toBe(1)
    expect(errors).toMatch(/^agency: .*ENOSPC.*\n$/)
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
    exitCode: 0,
    out: `${prompt}\n`,
  })
})

test('the prompt - is what stdin holds, and an empty one is refused', async () => {
  expect((await shell('printf "from a pipe" | "$AGENCY" ask -')).out).toBe('from a pipe\n')
  expect(await start([path('agency'), 'ask', '-'])).toMatchObject({ exitCode: 2, out: '' })
  expect(await start([path('agency'), 'ask', ''])).toMatchObject({
    exitCode: 2,
    errors: 'agency: the prompt is empty (see agency ask --help)\n',
  })
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
    const exitCode = await child.exited
    return { exitCode, shown }
  }

  verifies('CLI-006', 'there is colour, which NO_COLOR takes away; a pipe has none', async () => {
    const colour = '\u001B['
    expect((await onTerminal(['--help'], {})).shown).toContain(colour)
    expect((await onTerminal(['--help'], { NO_COLOR: '1' })).shown).not.toContain(colour)
    expect((await start([path('agency'), '--help'], { TERM: 'xterm' })).out).not.toContain(colour)
  })
})

test.skipIf(process.platform !== 'linux')(
  'Ctrl-C while it waits for stdin ends it with 130',
  async () => {
    const child = Bun.spawn([path('agency'), 'ask', '-'], {
      cwd: place.path,
      env: environment,
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'pipe',
    })
    await untilItCatchesSignals(child.pid)
    child.kill('SIGINT')
    expect(await child.exited).toBe(130)
    expect(await new Response(child.stderr).text()).toBe('agency: interrupted\n')
  },
)

/** Linux tells which signals a process catches. */
async function untilItCatchesSignals(pid: number): Promise<void> {
  const interrupt = 1n << 1n
  for (;;) {
    const status = await Bun.file(`/proc/${pid}/status`).text()
    const caught = /^SigCgt:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? '0'
    if ((BigInt(`0x${caught}`) & interrupt) !== 0n) return
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('doctor', () => {
  const states = (out: string) =>
    Object.fromEntries(
      JSON.parse(out).checks.map((check: { name: string; state: string }) => [
        check.name,
        check.state,
      ]),
    )

  verifies('CLI-003', 'doctor finds this machine well: a line a check, and JSON', async () => {
    const extra = { CLAUDE_BIN: findClaudeBinary() }
    const told = await start([path('agency'), 'doctor'], extra)
    expect(told).toMatchObject({ exitCode: 0, errors: '' })
    for (const name of ['claude', 'git', 'sandbox tools', 'browser', 'AGENCY_ROOT', 'ports']) {
      expect(told.out).toMatch(new RegExp(`^  ok +${name} `, 'm'))
    }
    expect(told.out).toMatch(/claude +2\.\d+\.\d+, CLAUDE_BIN \(/)
    const json = await start([path('agency'), 'doctor', '--json'], extra)
    expect(JSON.parse(json.out)).toMatchObject({ ok: true })
    expect(new Set(Object.values(states(json.out)))).toEqual(new Set(['ok']))
  })

  verifies('CLI-003', 'what is needed and missing makes exit code 1, with the fix', async () => {
    const empty = { PATH: place.join('nothing here'), CLAUDE_BIN: '' }
    const told = await start([path('agency'), 'doctor'], empty)
    expect(told.exitCode).toBe(1)
    expect(told.out).toMatch(/missing +claude +not installed → npm install -g/)
    expect(told.out).toMatch(/missing +git +not on PATH → /)
    expect(told.out).toMatch(
      /missing +sandbox tools +bwrap not found, socat not found → apt-get install bubblewrap socat/,
    )
    expect(told.out).toContain('agency cannot work yet: claude, git, sandbox tools')
  })

  verifies(
    'CLI-003',
    'open credentials are a warning, with the line that closes them',
    async () => {
      const root = place.join('open-root')
      await mkdir(join(root, 'credentials'), { recursive: true, mode: 0o755 })
      await writeFile(join(root, 'credentials/claude-token'), 'sk-hidden', { mode: 0o644 })
      const extra = { CLAUDE_BIN: findClaudeBinary(), AGENCY_ROOT: root }
      const { exitCode, out } = await start([path('agency'), 'doctor'], extra)
      expect(exitCode).toBe(0)
      expect(out).toContain(`chmod 600 ${root}/credentials/claude-token`)
      expect(out).not.toContain('sk-hidden')
    },
  )

  test('Ctrl-C ends a check that hangs, with all that it started', async () => {
    const pidFile = place.join('pid')
    const hanging = place.join('hanging-claude')
    await Bun.$`mkfifo ${pidFile}`
    await writeFile(hanging, `#!/bin/sh\nsleep 600 &\necho $! > '${pidFile}'\nwait\n`, {
      mode: 0o755,
    })
    const child = Bun.spawn([path('agency'), 'doctor'], {
      cwd: place.path,
      env: { ...environment, CLAUDE_BIN: hanging },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const grandchild = Number(await Bun.$`cat ${pidFile}`.text())
    expect(isAlive(grandchild)).toBe(true)
    child.kill('SIGINT')
    expect(await child.exited).toBe(130)
    expect(await new Response(child.stderr).text()).toBe('agency: interrupted\n')
    await expect.poll(() => isAlive(grandchild)).toBe(false)
  })
})

/** What has ended but not been reaped counts as ended. */
function isAlive(pid: number): boolean {
  const { stdout } = Bun.spawnSync(['ps', '-o', 'stat=', '-p', String(pid)])
  return /^[^Z]/.test(stdout.toString().trim())
}
