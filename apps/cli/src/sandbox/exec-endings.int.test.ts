import { temporaryDirectory } from '@agency/testing'
import { describe, expect, test } from 'vitest'
import { agency, environment, exec } from '../../testing/sandbox-exec.ts'

describe.concurrent('leaves nothing behind', () => {
  const startUntilReady = async (directory: string, script: string) => {
    const child = start(directory, script)
    await child.stdout.getReader().read()
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
    const child = await startUntilReady(directory.path, 'sleep 1000 & echo ready; wait; wait')
    child.kill(signal)
    expect(await child.exited).toBe(code)
    // The kernel ends what is around the command when the command has.
    while (isRunning(directory.path)) await Bun.sleep(1)
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
    const child = await startUntilReady(directory.path, `: ${directory.path}; ${script}`)
    child.kill(signal)
    expect(await child.exited).toBeGreaterThan(128)
    while (isRunning(directory.path)) await Bun.sleep(1)
  })

  test('of a command that only listens, after the third Ctrl-C in a row', async () => {
    await using directory = await temporaryDirectory()
    const listens = `trap 'echo heard' INT; (setsid sleep 1000 &); echo ready; while :; do sleep 1000 & wait; done`
    const child = start(directory.path, `: ${directory.path}; ${listens}`)
    const reader = child.stdout.getReader()
    const hear = async () => new TextDecoder().decode((await reader.read()).value)
    expect(await hear()).toBe('ready\n')
    for (let time = 1; time <= 2; time++) {
      child.kill('SIGINT')
      expect(await hear()).toBe('heard\n')
    }
    child.kill('SIGINT')
    expect(await child.exited).toBe(137)
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
    const child = await startUntilReady(
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
  const child = start(directory.path, script)
  const reader = child.stdout.getReader()
  const text = async () => new TextDecoder().decode((await reader.read()).value)
  expect(await text()).toBe('ready\n')
  child.kill('SIGINT')
  expect(await text()).toBe('heard\n')
  expect(await child.exited).toBe(5)
})

function start(directory: string, script: string) {
  return Bun.spawn([process.execPath, agency, 'sandbox', 'exec', '--', 'sh', '-c', script], {
    cwd: directory,
    env: environment(directory),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
}
