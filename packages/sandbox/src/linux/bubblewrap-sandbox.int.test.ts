import { chmod, mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { SandboxPolicy } from '@agency/core'
import { temporaryDirectory } from '@agency/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantClaudeAccess } from '../claude-access.ts'
import { createNeighbourhood, type Neighbourhood } from '../escapes/neighbourhood.ts'
import { path, runInside } from '../escapes/run-inside.ts'
import { createBubblewrapSandbox } from './bubblewrap-sandbox.ts'

let here: Neighbourhood

beforeAll(async () => {
  here = await createNeighbourhood()
})
afterAll(() => here[Symbol.asyncDispose]())

const network = { mode: 'none' } as const
const inside = (script: string, policy: Partial<SandboxPolicy> = {}) =>
  runInside(['sh', '-c', script], { workDirectory: here.work, network, ...policy }, here.places)

describe('the work directory', () => {
  test('is where the command starts, and all of it can be changed, .git included', async () => {
    const work = join(here.root, 'agency/sessions/fresh')
    await mkdir(work)
    const { stdout, code } = await inside(
      `pwd; git init -q . && git -c user.name=a -c user.email=b commit -q --allow-empty -m first &&
       git log --oneline | wc -l; echo '#!/bin/sh' > .git/hooks/pre-commit; git config x.y z;
       mkdir d; echo 1 > d/f; echo 2 >> d/f; mv d/f g; cat g; rm -r d g .git; ls -A`,
      { workDirectory: work },
    )
    expect(stdout).toBe(`${work}\n1\n1\n2\n`)
    expect(code).toBe(0)
  })

  test('may lie behind a link', async () => {
    const link = join(here.root, 'link-to-work')
    await symlink(here.work, link)
    const { stdout } = await inside('echo through > f; pwd -P; cat f', { workDirectory: link })
    expect(stdout).toBe(`${here.work}\nthrough\n`)
  })

  test('keeps what is protected in it from every change', async () => {
    const guarded = join(here.work, '.autonoe')
    await mkdir(guarded)
    await writeFile(join(guarded, 'status.json'), '{}')
    const { stdout } = await inside(
      `cat .autonoe/status.json
       for attempt in 'echo x > .autonoe/status.json' 'rm -f .autonoe/status.json' 'rm -rf .autonoe' 'mv .autonoe away' 'echo x > .autonoe/new' 'chmod 777 .autonoe' 'ln -sfn /tmp .autonoe' 'mount --bind /tmp .autonoe' 'umount .autonoe'; do
         sh -c "$attempt" 2>/dev/null && echo "DID $attempt"
       done; ls -A .autonoe; cat .autonoe/status.json; true`,
      { protected: [guarded] },
    )
    // `ln -sfn` puts a link into a directory that it may not replace, and may not write there either.
    expect(stdout).toBe('{}status.json\n{}')
    expect(await readFile(join(guarded, 'status.json'), 'utf8')).toBe('{}')
  })
})

test('what is protected deep inside stays where it is', async () => {
  const deep = join(here.work, 'one/two/guarded')
  await mkdir(deep, { recursive: true })
  const { stdout } = await inside(
    `for attempt in 'mv one away' 'mv one/two away' 'rm -rf one' 'mv one/two/guarded away' 'touch one/two/guarded/x'; do
       sh -c "$attempt" 2>/dev/null && echo "DID $attempt"
     done; touch one/two/free && echo free`,
    { protected: [deep] },
  )
  expect(stdout).toBe('free\n')
  expect(await readdir(join(here.work, 'one/two'))).toContain('guarded')
})

describe('a listed path', () => {
  test('is readable, or readable and writable, and nothing without its entry', async () => {
    const note = join(here.home, 'note')
    await writeFile(note, 'first\n')
    const script = 'cat "$HOME/note"; echo second >> "$HOME/note"; cat "$HOME/note"'
    expect((await inside(script)).stdout).toBe('')
    expect((await inside(script, { readOnly: [note] })).stdout).toBe('first\nfirst\n')
    expect((await inside(script, { readWrite: [note] })).stdout).toBe('first\nfirst\nsecond\n')
  })

  test('may be narrower or wider than another', async () => {
    const wide = join(here.home, 'wide')
    await mkdir(join(wide, 'narrow'), { recursive: true })
    const { stdout } = await inside(
      'cd "$HOME/wide"; touch a 2>/dev/null && echo wide; touch narrow/a && echo narrow',
      { readOnly: [wide], readWrite: [join(wide, 'narrow')] },
    )
    expect(stdout).toBe('narrow\n')
  })

  test.each(['readOnly', 'readWrite', 'protected'] as const)(
    'of %s that is not there is an error, and nothing runs',
    async (name) => {
      const missing = join(here.home, 'missing')
      await expect(inside('touch ran', { [name]: [missing] })).rejects.toMatchObject({
        code: 'sandbox_error',
        message: expect.stringContaining(missing),
      })
      expect(await readdir(here.work)).not.toContain('ran')
    },
  )

  test('cannot be everything', async () => {
    await expect(inside('true', { readOnly: ['/'] })).rejects.toMatchObject({
      code: 'sandbox_error',
    })
  })
})

test("Claude's own state is writable and outlives the sandbox, git's settings are readable", async () => {
  await writeFile(join(here.home, '.gitconfig'), '[user]\n\tname = Ada\n')
  const access = await grantClaudeAccess({ home: here.home, platform: 'linux' })
  const { stdout } = await inside(
    `echo 1 > "$HOME/.claude/state"; echo 2 > "$HOME/.config/claude/state"
     git config --global user.name; git config --global user.name Eve 2>/dev/null
     echo x >> "$HOME/.gitconfig"; cat "$HOME/diary"`,
    access,
  )
  expect(stdout).toBe('Ada\n')
  expect(await readFile(join(here.home, '.claude/state'), 'utf8')).toBe('1\n')
  expect(await readFile(join(here.home, '.config/claude/state'), 'utf8')).toBe('2\n')
})

test('a program runs from wherever it is installed, with its links, package and interpreter', async () => {
  const modules = join(here.home, 'tools/lib/node_modules/@scope/claude')
  const bin = join(here.home, 'tools/bin')
  const odd = join(here.home, 'odd')
  await Promise.all([modules, bin, odd].map((each) => mkdir(each, { recursive: true })))
  await writeFile(
    join(modules, 'cli.sh'),
    '#!/usr/bin/env -S oddsh\n. "$(dirname "$(readlink -f "$0")")/part.sh"\n',
  )
  await writeFile(join(modules, 'part.sh'), 'echo started; echo x >> "$0" && echo WROTE\n')
  await chmod(join(modules, 'cli.sh'), 0o755)
  await symlink(Bun.which('sh') ?? '', join(odd, 'oddsh'))
  await symlink(`../lib/node_modules/@scope/claude/cli.sh`, join(bin, 'claude'))
  await symlink(join(bin, 'claude'), join(here.home, 'claude'))
  const program = join(here.home, 'claude')
  const PATH = `${odd}:${path}`
  const sandbox = createBubblewrapSandbox({ path: PATH })
  const policy = { workDirectory: here.work, network }
  const start = async (programs: string[]) => {
    const wrapped = await sandbox.wrap(
      { argv: [program], environment: { PATH } },
      { ...policy, programs },
    )
    if (!wrapped.ok) throw wrapped.error
    await using command = wrapped.value
    const child = Bun.spawn([...command.argv], {
      env: { ...command.environment },
      stderr: 'ignore',
    })
    return await child.stdout.text()
  }
  expect(await start([])).toBe('')
  expect(await start([program])).toBe('started\n')
})

describe('a command that runs', () => {
  const wrap = async (script: string, policy: Partial<SandboxPolicy> = {}) => {
    const wrapped = await createBubblewrapSandbox({ path }).wrap(
      { argv: ['sh', '-c', script], environment: { PATH: path } },
      { workDirectory: here.work, network, ...policy },
    )
    if (!wrapped.ok) throw wrapped.error
    return wrapped.value
  }

  test('gets its input and gives its output byte for byte, and its exit code', async () => {
    await using command = await wrap('cat; cat >&2 /etc/hosts; exit 42')
    const bytes = new Uint8Array(1_000_000).map((_, index) => (index * 7 + (index >> 8)) % 256)
    const child = Bun.spawn([...command.argv], {
      env: { ...command.environment },
      stdin: bytes,
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [output, errors] = await Promise.all([child.stdout.bytes(), child.stderr.text()])
    expect(Buffer.compare(Buffer.from(output), Buffer.from(bytes))).toBe(0)
    expect(errors).toContain('127.0.0.1 localhost')
    expect(await child.exited).toBe(42)
  })

  test('hears a signal and may clean up after itself', async () => {
    await using command = await wrap(
      `trap 'echo cleaned; exit 7' TERM; echo ready; sleep 1000 & wait`,
      { network: { mode: 'open' } },
    )
    const child = Bun.spawn([...command.argv], {
      env: { ...command.environment },
      stdout: 'pipe',
      detached: true,
    })
    const reader = child.stdout.getReader()
    const text = async () => new TextDecoder().decode((await reader.read()).value)
    expect(await text()).toBe('ready\n')
    command.signal(child.pid, 'SIGTERM')
    expect(await text()).toBe('cleaned\n')
    expect(await child.exited).toBe(7)
  })

  test('is gone, with all that it started, when its group is killed', async () => {
    const mark = `93${process.pid}`
    await using command = await wrap(`setsid sleep ${mark} & sleep ${mark} & echo ready; wait`, {
      network: { mode: 'open' },
    })
    const child = Bun.spawn([...command.argv], {
      env: { ...command.environment },
      stdout: 'pipe',
      detached: true,
    })
    try {
      await child.stdout.getReader().read()
      while (countOf(`sleep ${mark}`) < 2) await Bun.sleep(1)
    } finally {
      process.kill(-child.pid, 'SIGKILL')
    }
    await child.exited
    while (countOf(`sleep ${mark}`) > 0) await Bun.sleep(1)
  })

  test('shares nothing with another at the same time, and leaves no file behind', async () => {
    // Other tests may be at work in the same directory: only what has this process in its name counts.
    const pattern = new RegExp(`^agency-sandbox-\\d+-${process.pid}-`)
    const own = async () => (await readdir(tmpdir())).filter((name) => pattern.test(name))
    const before = await own()
    {
      const open = { network: { mode: 'open' } } as const
      await using first = await wrap('echo > /tmp/first; echo ready; sleep 1000', open)
      await using second = await wrap('ls /tmp; ps -e -o comm=; true', open)
      const created = (await own()).filter((name) => !before.includes(name))
      expect(created.length).toBeGreaterThanOrEqual(2)
      const running = Bun.spawn([...first.argv], {
        env: { ...first.environment },
        stdout: 'pipe',
        detached: true,
      })
      try {
        await running.stdout.getReader().read()
        const other = Bun.spawn([...second.argv], { env: { ...second.environment } })
        expect(await other.stdout.text()).toBe('bwrap\nsh\nps\n')
        expect(running.exitCode).toBeNull()
      } finally {
        process.kill(-running.pid, 'SIGKILL')
      }
      await running.exited
    }
    expect((await own()).filter((name) => !before.includes(name))).toEqual([])
  })
})

test('what a killed agency left behind goes with the next start', async () => {
  const namespace = /\d+/.exec(await readlink('/proc/self/ns/pid'))?.[0]
  // One more than the most that Linux hands out, so that nobody gets it in the meantime.
  const dead = 2 ** 22 + 1
  const left = join(tmpdir(), `agency-sandbox-${namespace}-${dead}-left-${process.pid}`)
  const alive = join(tmpdir(), `agency-sandbox-${namespace}-${process.ppid}-kept-${process.pid}`)
  const foreign = join(tmpdir(), `agency-sandbox-1-${dead}-kept-${process.pid}`)
  for (const directory of [left, alive, foreign]) await mkdir(directory)
  await inside('true')
  const remaining = await readdir(tmpdir())
  for (const directory of [left, alive, foreign])
    await rm(directory, { recursive: true, force: true })
  expect([left, alive, foreign].map((each) => remaining.includes(basename(each)))).toEqual([
    false,
    true,
    true,
  ])
})

describe('fails closed', () => {
  const attempt = (PATH: string) =>
    createBubblewrapSandbox({ path: PATH }).wrap(
      { argv: ['touch', 'ran'], environment: { PATH } },
      { workDirectory: here.work, network },
    )

  test.each([
    [['socat'], 'apt-get install bubblewrap"'],
    [['bwrap'], 'apt-get install socat"'],
    [[], 'apt-get install bubblewrap socat"'],
  ])('with only %j on PATH it says what to install', async (present, command) => {
    await using bin = await temporaryDirectory()
    for (const name of present) await symlink(Bun.which(name) ?? '', bin.join(name))
    expect(await attempt(bin.path)).toMatchObject({
      ok: false,
      error: { code: 'sandbox_error', message: expect.stringContaining(command) },
    })
  })

  test('where namespaces are refused it says how to allow them', async () => {
    await using bin = await temporaryDirectory()
    await writeFile(
      bin.join('bwrap'),
      '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2\nexit 1\n',
    )
    await chmod(bin.join('bwrap'), 0o755)
    await symlink(Bun.which('socat') ?? '', bin.join('socat'))
    expect(await attempt(bin.path)).toMatchObject({
      ok: false,
      error: { code: 'sandbox_error', message: expect.stringMatching(/No permissions.*sysctl -w/) },
    })
    expect(await readdir(here.work)).not.toContain('ran')
  })
})

function countOf(args: string): number {
  const list = Bun.spawnSync(['ps', '-e', '-o', 'args=']).stdout.toString().split('\n')
  return list.filter((line) => line === args).length
}
