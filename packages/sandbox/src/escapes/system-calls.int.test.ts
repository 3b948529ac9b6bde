import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sandbox } from '@agency/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSandbox } from '../create-sandbox.ts'
import { refusedCalls } from '../linux/refused-calls.ts'
import { createNoSandbox } from '../no-sandbox.ts'
import { oldSystemCall } from './fixtures/old-system-call.ts'
import { createNeighbourhood, type Neighbourhood, secret } from './neighbourhood.ts'
import { path, runInside, runOutside } from './run-inside.ts'

let here: Neighbourhood

beforeAll(async () => {
  here = await createNeighbourhood()
})
afterAll(() => here[Symbol.asyncDispose]())

const architecture = process.arch === 'arm64' ? 'arm64' : 'x64'
const numberOf = (name: string) =>
  String(refusedCalls.find((call) => call.name === name)?.[architecture])
const numbers = {
  ADD_KEY: numberOf('add_key'),
  REQUEST_KEY: numberOf('request_key'),
  KEYCTL: numberOf('keyctl'),
}

describe.each([false, true])('with unix sockets: %s', (unixSockets) => {
  const policy = () => ({
    workDirectory: here.work,
    network: { mode: 'none' } as const,
    unixSockets,
  })
  const perl = (script: string) => ['perl', '-e', script] as const

  describe('cannot', () => {
    test.each([
      ['find a key of the session that agency was started in', findKey],
      ['ask for it by name', requestKey],
    ])('%s', async (_, script) => {
      expect((await runInSession(createNoSandbox(), script, policy())).stdout).toBe(secret)
      const inside = await runInSession(createSandbox({ path }), script, policy())
      expect(inside).toEqual({ stdout: '', stderr: 'Operation not permitted' })
    })

    test('reach the keys of the user', async () => {
      // KEYCTL_GET_KEYRING_ID of the user's own, which is made when it is not there.
      const script = 'print syscall($ENV{KEYCTL}, 0, -4, 1) > 0 ? "found" : $!'
      expect((await runOutside(perl(script), policy(), numbers)).stdout).toBe('found')
      const { stdout } = await runInside(perl(script), policy(), numbers)
      expect(stdout).toBe('Operation not permitted')
    })

    test('list keys in /proc', async () => {
      const list = 'open $keys, "<", "/proc/keys" or die "none\\n"; print <$keys>'
      const outside = await runInSession(createNoSandbox(), list, policy())
      expect(outside.stdout).toContain('agency-test')
      const inside = await runInSession(createSandbox({ path }), list, policy())
      expect(inside).toEqual({ stdout: '', stderr: 'none\n' })
    })

    test('make any of the refused calls, and goes on', async () => {
      const script = refusedCalls.map(
        (call) => `syscall(${call[architecture]}, -1, -1, -1, -1, -1); print "${call.name} $!\n";`,
      )
      const { stdout } = await runInside(perl(script.join('\n')), policy())
      expect(stdout.trim().split('\n')).toEqual(
        refusedCalls.map(({ name }) => `${name} Operation not permitted`),
      )
    })

    test.runIf(architecture === 'x64')('get around by the numbers of x32', async () => {
      const script = 'syscall(0x40000000 + $ENV{KEYCTL}, 0, -3, 0); print $!'
      const { stdout } = await runInside(perl(script), policy(), numbers)
      expect(stdout).toBe('Operation not permitted')
    })

    test.runIf(architecture === 'x64')('get around by the gate of i386', async () => {
      const program = join(here.work, 'old-system-call')
      writeFileSync(program, oldSystemCall())
      chmodSync(program, 0o755)
      const control = await runOutside([program], policy())
      expect([allowed, notInThisKernel]).toContain(control.code)
      expect((await runInside([program], policy())).code).toBe(refused)
    })
  })

  test('its first process goes under the same filter, as soon as it has started the command', async () => {
    const wait = 'until grep "^Seccomp:.2" /proc/1/status; do :; done'
    const { stdout } = await runInside(['timeout', '20', 'sh', '-c', wait], policy())
    expect(stdout).toBe('Seccomp:\t2\n')
  })
})

const [allowed, refused, notInThisKernel] = [0, 1, 139]

// Perl hands only variables to the kernel as text. -3 is the session's keyring, 11 reads a key.
const words = '($type, $name, $text) = ("user", "agency-test", "\\0" x 100);'
const show = `
  if ($key < 0) { print STDERR $!; exit }
  $size = syscall($ENV{KEYCTL}, 11, $key, $text, 100); print substr($text, 0, $size)`
const findKey = `${words} $key = syscall($ENV{KEYCTL}, 10, -3, $type, $name, 0); ${show}`
const requestKey = `${words} $key = syscall($ENV{REQUEST_KEY}, $type, $name, 0, 0); ${show}`

/** As if agency had been started in a session with a key. The key goes with the last process in it. */
async function runInSession(
  by: Sandbox,
  script: string,
  policy: Parameters<Sandbox['wrap']>[1],
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const wrapped = await by.wrap(
    { argv: ['perl', '-e', script], environment: { PATH: path, ...numbers } },
    policy,
  )
  if (!wrapped.ok) throw wrapped.error
  await using command = wrapped.value
  const start = `${words} $text = "${secret}";
    syscall($ENV{KEYCTL}, 1, 0) > 0 or die "no session: $!";
    syscall($ENV{ADD_KEY}, $type, $name, $text, length $text, -3) > 0 or die "no key: $!";
    exec @ARGV`
  await using child = Bun.spawn(['perl', '-e', start, ...command.argv], {
    env: { ...command.environment, ...numbers },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    detached: true,
  })
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()])
  await child.exited
  return { stdout, stderr }
}
