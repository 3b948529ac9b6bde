import { readFile, symlink, writeFile } from 'node:fs/promises'
import { temporaryDirectory, verifies } from '@agency/testing'
import { describe, expect, test } from 'vitest'
import { agency, environment, exec } from '../../testing/sandbox-exec.ts'

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
