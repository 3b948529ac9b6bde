import { chmod, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory, verifies } from '@agency/testing'
import { describe, expect, test } from 'vitest'

const agency = join(import.meta.dirname, '../main.ts')
const smallInternet = join(import.meta.dirname, 'fixtures/small-internet.sh')

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

const environment = (directory: string, more: Record<string, string> = {}) => ({
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: `${directory}-home`,
  ...more,
})

async function exec(
  directory: string,
  words: readonly string[],
  more: Record<string, string> = {},
): Promise<Ended> {
  const child = Bun.spawn([process.execPath, agency, 'sandbox', 'exec', ...words], {
    cwd: directory,
    env: environment(directory, more),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stdout, stderr, code] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ])
  return { code, stdout, stderr }
}

verifies(
  'CLI-005',
  'runs a command in the current directory and passes its exit code on',
  async () => {
    await using directory = await temporaryDirectory()
    const written = await exec(directory.path, ['--', 'sh', '-c', 'echo hi > x; cat x'])
    expect(written).toEqual({ code: 0, stdout: 'hi\n', stderr: '' })
    expect(await readFile(directory.join('x'), 'utf8')).toBe('hi\n')
    expect(await exec(directory.path, ['--', 'cat', '/etc/passwd'])).toMatchObject({
      code: 1,
      stdout: '',
    })
    for (const code of [0, 3, 255]) {
      expect((await exec(directory.path, ['--', 'sh', '-c', `exit ${code}`])).code).toBe(code)
    }
    expect((await exec(directory.path, ['--', 'sh', '-c', 'kill -TERM $$'])).code).toBe(143)
  },
)

verifies('CLI-005', 'opens the paths that it is told to', async () => {
  await using directory = await temporaryDirectory()
  await using other = await temporaryDirectory()
  await writeFile(other.join('f'), 'text')
  const script = ['--', 'sh', '-c', 'cat "$0"; echo more >> "$0"', other.join('f')]
  expect(await exec(directory.path, script)).toMatchObject({ code: 2, stdout: '' })
  expect(await exec(directory.path, ['--read', other.path, ...script])).toMatchObject({
    code: 2,
    stdout: 'text',
  })
  expect(await exec(directory.path, ['--write', other.path, ...script])).toMatchObject({
    code: 0,
    stdout: 'text',
  })
  expect(await readFile(other.join('f'), 'utf8')).toBe('textmore\n')
})

test('warns in the home, and runs the command', async () => {
  await using directory = await temporaryDirectory()
  const ended = await exec(directory.path, ['--', 'echo', 'hi'], { HOME: directory.path })
  expect(ended).toMatchObject({ code: 0, stdout: 'hi\n' })
  expect(ended.stderr).toBe(
    `agency: warning: the sandbox opens all of ${directory.path}, your home with its keys and settings included; work in a directory of its own\n`,
  )
})

describe('says in one line what is wrong', () => {
  test.each([
    [[], 2, /missing the command/],
    [['--network', 'http://x', '--', 'true'], 1, /"http:\/\/x" is no domain/],
    [['--allow-local', 'x', '--', 'true'], 1, /"x" is no address/],
    [['--network', 'none', '--allow-local', 'x:1', '--', 'true'], 2, /does not go with/],
    [['--read', '/missing', '--', 'true'], 1, /\/missing does not exist/],
    [['--', 'no-such-program'], 127, /no-such-program: command not found/],
  ])('%j', async (words, code, message) => {
    await using directory = await temporaryDirectory()
    const ended = await exec(directory.path, words)
    expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(message) })
    expect(ended.stderr.trim().split('\n')).toHaveLength(1)
  })

  test('without bubblewrap, and runs nothing', async () => {
    await using directory = await temporaryDirectory()
    await using bin = await temporaryDirectory()
    for (const name of ['socat', 'touch', 'sh']) {
      await symlink(Bun.which(name) ?? '', bin.join(name))
    }
    const ended = await exec(directory.path, ['--', 'touch', 'ran'], { PATH: bin.path })
    expect(ended).toMatchObject({
      code: 1,
      stderr: 'agency: sandbox: bubblewrap not found. Install with "apt-get install bubblewrap"\n',
    })
    expect(await Bun.file(directory.join('ran')).exists()).toBe(false)
  })
})

describe.concurrent('leaves nothing behind', () => {
  const start = async (directory: string, script: string) => {
    const child = Bun.spawn(
      [process.execPath, agency, 'sandbox', 'exec', '--', 'sh', '-c', script],
      {
        cwd: directory,
        env: environment(directory),
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: 'inherit',
      },
    )
    const reader = child.stdout.getReader()
    await reader.read()
    return child
  }
  const isRunning = (words: string) =>
    Bun.spawnSync(['ps', '-e', '-o', 'args='])
      .stdout.toString()
      .split('\n')
      .some((line) => line.includes(words))

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('after %s', async (signal, code) => {
    await using directory = await temporaryDirectory()
    const child = await start(directory.path, 'sleep 1000 & echo ready; wait; wait')
    child.kill(signal)
    expect(await child.exited).toBe(code)
    expect(isRunning(directory.path)).toBe(false)
  })

  /** Stops the first process of the sandbox by PTRACE_ATTACH. */
  const attach = `perl -e 'syscall(qx(uname -m) =~ /x86/ ? 101 : 117, 16, 1, 0, 0)'`
  const deaf = `trap '' TERM INT HUP; (setsid sleep 1000 &); echo ready; while :; do sleep 1000; done`

  test.each([
    ['that traces its first process', 'SIGTERM', `${attach}; echo ready; sleep 1000`],
    ['that has stopped everything', 'SIGINT', 'echo ready; (kill -STOP -1); sleep 1000'],
    ['that is deaf', 'SIGTERM', deaf],
  ] as const)('of a command %s, after one %s', async (_, signal, script) => {
    await using directory = await temporaryDirectory()
    const child = await start(directory.path, `: ${directory.path}; ${script}`)
    child.kill(signal)
    expect(await child.exited).toBeGreaterThan(128)
    while (isRunning(directory.path)) await Bun.sleep(1)
  })

  test('of a deaf command, after the third Ctrl-C in a row', async () => {
    await using directory = await temporaryDirectory()
    const child = await start(directory.path, `: ${directory.path}; ${deaf}`)
    const interrupts = setInterval(() => child.kill('SIGINT'), 100)
    expect(await child.exited).toBe(137)
    clearInterval(interrupts)
    expect(isRunning(directory.path)).toBe(false)
  })

  test('of a command that ended with its first process stopped, and says so', async () => {
    await using directory = await temporaryDirectory()
    const ended = await exec(directory.path, ['--', 'sh', '-c', `: ${directory.path}; ${attach}`])
    expect(ended).toEqual({
      code: 137,
      stdout: '',
      stderr: 'agency: the command ended, but something inside held its sandbox up: killed\n',
    })
    expect(isRunning(directory.path)).toBe(false)
  })

  test('after agency itself was killed', async () => {
    await using directory = await temporaryDirectory()
    const child = await start(
      directory.path,
      `exec setsid sh -c 'echo ready; sleep 1000; : ${directory.path}'`,
    )
    expect(isRunning(directory.path)).toBe(true)
    child.kill('SIGKILL')
    await child.exited
    while (isRunning(directory.path)) await Bun.sleep(1)
  })
})

test('a command may live through Ctrl-C', async () => {
  await using directory = await temporaryDirectory()
  const script = `trap 'echo heard; exit 5' INT; echo ready; sleep 1000 & wait`
  const child = Bun.spawn([process.execPath, agency, 'sandbox', 'exec', '--', 'sh', '-c', script], {
    cwd: directory.path,
    env: environment(directory.path),
    stdin: 'ignore',
    stdout: 'pipe',
  })
  const reader = child.stdout.getReader()
  const text = async () => new TextDecoder().decode((await reader.read()).value)
  expect(await text()).toBe('ready\n')
  child.kill('SIGINT')
  expect(await text()).toBe('heard\n')
  expect(await child.exited).toBe(5)
})

const isolated =
  'unshare --map-root-user --net --mount --pid --fork --mount-proc --kill-child sh'.split(' ')

/** Visits each address from sandboxes in a small internet of their own: what came back, by address. */
async function visit(
  words: readonly string[],
  addresses: readonly string[],
): Promise<{ readonly codes: Record<string, string>; readonly stderr: string }> {
  await using directory = await temporaryDirectory()
  const script = directory.join('visit.sh')
  await writeFile(
    script,
    addresses
      .map(
        (each) =>
          `echo "${each} $(curl -s -o /dev/null --max-time 10 -w '%{http_code}' http://${each}/)"`,
      )
      .join('\n'),
  )
  await chmod(script, 0o755)
  const inside =
    words.length === 0 ? [] : [process.execPath, agency, 'sandbox', 'exec', ...words, '--']
  const child = Bun.spawn([...isolated, smallInternet, process.execPath, ...inside, 'sh', script], {
    cwd: directory.path,
    env: environment(directory.path),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()])
  return {
    codes: Object.fromEntries(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.split(' ') as [string, string]),
    ),
    stderr,
  }
}

const publicHosts = { 'example.com': '200', 'other.com': '200', '8.8.4.4': '200' }
const localHosts = [
  '127.0.0.1',
  'localhost',
  'rebound.com',
  '8.8.4.1',
  '10.9.9.9',
  'intranet.com',
  '100.64.0.9',
  '169.254.169.254',
  'metadata.com',
]
const all = [...Object.keys(publicHosts), ...localHosts]

describe('in a small internet', () => {
  test('every address answers to whoever is not confined', async () => {
    const { codes } = await visit([], all)
    expect(codes).toEqual(Object.fromEntries(all.map((host) => [host, '200'])))
  })

  verifies(
    ['SBX-026', 'AUT-077'],
    'open reaches public hosts and nothing that is local',
    async () => {
      const { codes } = await visit(['--network', 'open'], all)
      expect(codes).toEqual({
        ...publicHosts,
        ...Object.fromEntries(localHosts.map((host) => [host, '403'])),
        '127.0.0.1': '000',
        localhost: '000',
      })
    },
  )

  verifies('SBX-026', 'a local service is reachable when it is named', async () => {
    const local = ['--allow-local', '10.9.9.9:80', '--allow-local', '127.0.0.1:80']
    const { codes } = await visit(local, all)
    expect(codes).toMatchObject({ '10.9.9.9': '200', '127.0.0.1': '200', '169.254.169.254': '403' })
  })

  verifies(['SBX-014', 'AUT-077'], 'a list of domains is reachable, and no other', async () => {
    const list = ['--network', 'example.com,*.example.com,rebound.com']
    const { codes } = await visit(list, ['example.com', 'api.example.com', ...all.slice(1)])
    expect(codes).toEqual({
      'example.com': '200',
      'api.example.com': '200',
      ...Object.fromEntries(all.slice(1).map((host) => [host, '403'])),
      '127.0.0.1': '000',
      localhost: '000',
    })
  })

  verifies('AUT-077', 'none reaches nothing', async () => {
    const { codes } = await visit(['--network', 'none'], all)
    expect(codes).toEqual(Object.fromEntries(all.map((host) => [host, '000'])))
  })

  verifies('SBX-026', 'host reaches everything, and says so', async () => {
    const { codes, stderr } = await visit(['--network', 'host'], all)
    expect(codes).toMatchObject({ '127.0.0.1': '200', '169.254.169.254': '200', '8.8.4.4': '200' })
    expect(stderr).toContain('warning: --network host')
  })
})

test('a browser takes a picture when it may make unix sockets', async () => {
  await using directory = await temporaryDirectory()
  const browser =
    'chromium --headless --no-sandbox --disable-gpu --user-data-dir=/tmp/profile --screenshot=picture.png about:blank'
  const ended = await exec(directory.path, [
    '--unix-sockets',
    '--network',
    'none',
    '--',
    ...browser.split(' '),
  ])
  expect(ended.code).toBe(0)
  const picture = await Bun.file(directory.join('picture.png')).bytes()
  expect(Buffer.from(picture.subarray(1, 4)).toString()).toBe('PNG')
})

test('a compiled agency filters system calls too', async () => {
  await using directory = await temporaryDirectory()
  const compiled = directory.join('agency')
  const build = Bun.spawnSync([
    process.execPath,
    'build',
    agency,
    '--compile',
    '--outfile',
    compiled,
  ])
  expect(build.exitCode).toBe(0)
  const child = Bun.spawnSync(
    [
      compiled,
      'sandbox',
      'exec',
      '--',
      'sh',
      '-c',
      'grep ^Seccomp: /proc/self/status; cat /etc/passwd',
    ],
    { cwd: directory.path, env: environment(directory.path), stderr: 'ignore' },
  )
  expect(child.stdout.toString()).toBe('Seccomp:\t2\n')
  expect(child.exitCode).toBe(1)
})
