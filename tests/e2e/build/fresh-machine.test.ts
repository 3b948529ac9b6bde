import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { runToEnd, temporaryDirectory, verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import { root } from '../../sources.ts'

const commands =
  'setup build test test-unit test-int lint fix check compile bench demo clean'.split(' ')
const basicTools =
  'bash sh env dirname mktemp cat rm cp cmp chmod mkdir ln date git uname sleep'.split(' ')
const systemPackages = { bwrap: '', socat: '', rg: '', chromium: '' }

/**
 * build.sh on a machine that has only the basic tools: whatever else it calls is a stand-in that
 * writes down its name and words, then does what its script says.
 */
async function machine(
  standIns: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
) {
  const directory = await temporaryDirectory()
  const checkout = directory.join('a checkout')
  const bin = directory.join('bin')
  mkdirSync(checkout)
  mkdirSync(bin)
  copyFileSync(join(root, 'build.sh'), join(checkout, 'build.sh'))
  writeFileSync(join(checkout, 'bun.lock'), '')
  for (const tool of basicTools) {
    if (!(tool in standIns)) symlinkSync(Bun.which(tool) ?? '', join(bin, tool))
  }
  const calls = directory.join('calls')
  writeFileSync(calls, '')
  for (const [name, script] of Object.entries(standIns)) {
    const path = join(bin, name)
    writeFileSync(path, `#!/bin/sh\nCALLS='${calls}'\necho "${name} $*" >> "$CALLS"\n${script}\n`)
    chmodSync(path, 0o755)
  }
  const temporary = directory.join('temporary')
  mkdirSync(temporary)
  const env = { PATH: bin, HOME: directory.path, TMPDIR: temporary, ...environment }
  const where = { cwd: checkout, env }
  return {
    checkout,
    path: bin,
    temporary,
    calls: () => readFileSync(calls, 'utf8').trim().split('\n'),
    run: (...words: string[]) => runToEnd(['./build.sh', ...words], where),
    /** In a group of its own, so that it can be interrupted as by a terminal. */
    start: (...words: string[]) =>
      Bun.spawn(['./build.sh', ...words], {
        ...where,
        detached: true,
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: 'pipe',
      }),
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  }
}

/** npm as it fetches Bun; the Bun that comes of it writes down its words, too. */
const npm = `
mkdir -p "$3/node_modules/.bin"
cat > "$3/node_modules/.bin/bun" <<END
#!/bin/sh
[ "\\$1" = --version ] && { echo 1.4.4; exit; }
echo "bun \\$*" >> '$CALLS'
[ "\\$1" != install ] || mkdir -p node_modules
END
chmod +x "$3/node_modules/.bin/bun"`

/** A Bun that holds up the installation until it is let go, and whose formatter fails. */
const hesitantBun = `[ "$1" = --version ] && { echo 1.4.0; exit; }
case "$1 $2" in
  "install "*) while [ ! -e go ]; do sleep 0.01; done; mkdir node_modules ;;
  "x biome") echo 'a.ts is not formatted'; exit 3 ;;
esac`

verifies(
  ['AUT-159', 'OPS-006'],
  'no word, or an unknown one, prints the commands and fails',
  async () => {
    await using place = await machine({})
    for (const words of [[], ['frobnicate']]) {
      const { code, stderr } = await place.run(...words)
      expect(code).not.toBe(0)
      for (const command of commands) expect(stderr).toMatch(new RegExp(`^  ${command} `, 'm'))
    }
  },
)

verifies(
  'OPS-006',
  'every command of the list is known; clean removes the build output',
  async () => {
    await using place = await machine({})
    const text = readFileSync(join(root, 'build.sh'), 'utf8')
    for (const command of commands) {
      expect(text).toContain(`run_${command.replace('-', '_')}() {`)
    }
    for (const output of ['dist', 'coverage']) mkdirSync(join(place.checkout, output))
    expect((await place.run('clean')).code).toBe(0)
    const left = new Bun.Glob('*').scanSync({ cwd: place.checkout, onlyFiles: false })
    expect([...left].sort()).toEqual(['build.sh', 'bun.lock'])
  },
)

verifies(
  ['AUT-160', 'OPS-007'],
  'test on a new machine fetches Bun, packages and system packages, then runs everything',
  async () => {
    await using place = await machine({ npm, id: 'echo 0', 'apt-get': '' })
    const { code, stdout, stderr } = await place.run('test')
    expect(code, stdout + stderr).toBe(0)
    expect(place.calls().filter((call) => !call.startsWith('id '))).toEqual([
      expect.stringMatching(/^npm install --prefix .*a checkout\/\.tools .*bun@\d+\.\d+\.\d+$/),
      'bun install --frozen-lockfile',
      'apt-get update -qq',
      expect.stringMatching(/^apt-get install -y -qq .*bubblewrap socat ripgrep chromium$/),
      expect.stringMatching(/^bun --bun vitest run --coverage/),
      'bun tests/count-requirements.ts',
    ])
  },
)

test.each('setup build compile lint check fix clean'.split(' '))(
  '%s with a word too many is a mistake of use: nothing happens',
  async (command) => {
    await using place = await machine({ npm, ...systemPackages })
    const { code, stdout, stderr } = await place.run(command, '--fast')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(new RegExp(`^build\\.sh: ${command} takes no further words: --fast\n`))
    expect(place.calls()).toEqual([''])
  },
)

test('a second run sets nothing up again', async () => {
  await using place = await machine({ npm, ...systemPackages })
  await place.run('setup')
  const before = place.calls()
  expect(before.length).toBeGreaterThan(1)
  const { stdout } = await place.run('setup')
  expect(place.calls()).toEqual(before)
  expect(stdout).toBe('')
})

verifies(
  ['AUT-162', 'OPS-007'],
  'who may not install system packages is told the one command that does',
  async () => {
    const { bwrap: _, ...others } = systemPackages
    const standIns = { npm, ...others, id: 'echo 1000', 'apt-get': '', sudo: 'exit 1' }
    await using place = await machine(standIns)
    const { code, stderr } = await place.run('test')
    expect(code).not.toBe(0)
    expect(stderr).toContain(
      'sudo apt-get update && sudo apt-get install -y --no-install-recommends bubblewrap\n',
    )
    expect(place.calls().filter((call) => /^(apt-get|bun --bun)/.test(call))).toEqual([])
  },
)

test('where there is no apt, no word of it is said, and any browser will do', async () => {
  const { chromium: _, bwrap: __, ...others } = systemPackages
  await using place = await machine({ npm, ...others, 'google-chrome': '', id: 'echo 1000' })
  const { code, stderr } = await place.run('setup')
  expect(code).toBe(1)
  expect(stderr).toBe(
    'build.sh: these system packages are missing: bubblewrap. Install them with the package manager of this system, then try again.\n',
  )
})

test('of some tests it is not said what all of them verify', async () => {
  await using place = await machine({ npm, ...systemPackages })
  expect((await place.run('test', 'one.test.ts')).code).toBe(0)
  expect(place.calls().at(-1)).toBe('bun --bun vitest run --coverage one.test.ts')
})

test.each([
  ['1.4.0', false],
  ['2.0.0', false],
  ['1.3.0-canary.1', false],
  ['1.2.23', true],
  ['0.9.9', true],
  ['', true],
])('a bun on PATH that says "%s": is another one fetched? %s', async (version, isFetched) => {
  const bun = `[ "$1" = --version ] && { echo ${version}; exit; }; [ "$1" != install ] || mkdir node_modules`
  await using place = await machine({ npm, ...systemPackages, bun })
  const { code, stderr } = await place.run('setup')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(place.calls().some((call) => call.startsWith('npm install'))).toBe(isFetched)
})

test('wherever it is started from, and whatever CDPATH says', async () => {
  await using place = await machine({}, { CDPATH: '.:/' })
  const started = await runToEnd(['bash', 'a checkout/build.sh', 'clean'], {
    cwd: dirname(place.checkout),
    env: { PATH: place.path, CDPATH: '.:/' },
  })
  expect(started).toEqual({ code: 0, stdout: '     Removed dist coverage\n', stderr: '' })
})

test('without bun and npm it says what to install', async () => {
  await using place = await machine({})
  const { code, stderr } = await place.run('demo')
  expect(code).not.toBe(0)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stderr).toContain('Install Node.js with npm, or Bun itself')
})

verifies(
  'OPS-010',
  'each step is a line at once, and ends in ok or FAILED with its time',
  async () => {
    await using place = await machine({ ...systemPackages, bun: hesitantBun })
    const child = place.start('check')
    const reader = child.stdout.getReader()
    const decoder = new TextDecoder()
    const begun = decoder.decode((await reader.read()).value)
    expect(begun).toBe('  Installing packages ... ')
    writeFileSync(join(place.checkout, 'go'), '')
    let rest = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      rest += decoder.decode(part.value)
    }
    expect(rest).toMatch(/^ok \(\d+\.\ds\)\n {4}Checking format \.\.\. FAILED \(\d+\.\ds\)\n$/)
    expect(await new Response(child.stderr).text()).toBe('a.ts is not formatted\n')
    expect(await child.exited).toBe(3)
  },
)

test('Ctrl-C in a step ends it at once and leaves no file of it', async () => {
  await using place = await machine({ ...systemPackages, bun: hesitantBun })
  const child = place.start('setup')
  await child.stdout.getReader().read()
  process.kill(-child.pid, 'SIGINT')
  expect(await child.exited).not.toBe(0)
  expect(readdirSync(place.temporary)).toEqual([])
})
