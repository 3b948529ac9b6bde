import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createNeighbourhood, type Neighbourhood, secret } from './neighbourhood.ts'
import { runInside, runOutside } from './run-inside.ts'

let here: Neighbourhood

beforeAll(async () => {
  here = await createNeighbourhood()
})
afterAll(() => here[Symbol.asyncDispose]())

const policy = () => ({ workDirectory: here.work, network: { mode: 'none' } as const })

/** A process of the host, with a secret in its environment, and a script that knows its id. */
async function withCanary<T>(
  body: (canary: { readonly pid: number; readonly isAlive: () => boolean }) => Promise<T>,
): Promise<T> {
  const child = Bun.spawn(['sleep', '1000'], { env: { PATH: '/usr/bin:/bin', TOKEN: secret } })
  try {
    return await body({ pid: child.pid, isAlive: () => child.exitCode === null && !child.killed })
  } finally {
    child.kill('SIGKILL')
    await child.exited
  }
}

const inside = (script: string, pid: number) =>
  runInside(['sh', '-c', script], policy(), { ...here.places, CANARY: String(pid) })
const outside = (script: string, pid: number) =>
  runOutside(['sh', '-c', script], policy(), { ...here.places, CANARY: String(pid) })

/** Each says DONE, or shows the secret, when run without a sandbox. */
const meddlings: readonly (readonly [title: string, script: string])[] = [
  ['stop a process outside', 'kill -STOP "$CANARY" && kill -CONT "$CANARY" && echo DONE'],
  ['ask whether a process is there', 'kill -0 "$CANARY" && echo DONE'],
  ['see a process outside', 'ps -e -o pid= | grep -qw "$CANARY" && echo DONE'],
  ['see its directory in /proc', 'grep -q sleep "/proc/$CANARY/comm" && echo DONE'],
  ['read its environment', 'tr "\\0" "\\n" < "/proc/$CANARY/environ"'],
  [
    'read any environment',
    'cat /proc/[0-9]*/environ 2>/dev/null | tr "\\0" "\\n" | grep the-secret',
  ],
  ['change its priority', 'renice -n 5 -p "$CANARY" >/dev/null && echo DONE'],
  ['limit what it may use', 'prlimit --pid "$CANARY" --nofile=100:1000 && echo DONE'],
  ['open its namespaces', 'ls "/proc/$CANARY/ns/net" >/dev/null && echo DONE'],
]

describe('cannot', () => {
  test.each(meddlings)('%s', async (_, script) => {
    await withCanary(async ({ pid }) => {
      const control = await outside(script, pid)
      expect(control.stdout, 'the attempt works without a sandbox').toMatch(/DONE|the-secret/)
      const attempt = await inside(script, pid)
      expect(attempt.stdout).toBe('')
    })
  })

  test('trace a process outside, though it can trace its own', async () => {
    // PTRACE_SEIZE, on the two processors that there is a seccomp helper for.
    const script = `
      $number = \`uname -m\` =~ /x86/ ? 101 : 117;
      sub seize { syscall($number, 0x4206, $_[0] + 0, 0, 0) == 0 ? "traced" : "refused" }
      $child = fork // die; if (!$child) { sleep 1000; exit }
      print seize($child), " ", seize($ENV{CANARY}), "\\n"; kill 9, $child`
    await withCanary(async ({ pid }) => {
      const { stdout } = await runInside(['perl', '-e', script], policy(), { CANARY: String(pid) })
      expect(stdout).toBe('traced refused\n')
    })
  })

  test('kill a process outside, one by one or all at once', async () => {
    await withCanary(async ({ pid, isAlive }) => {
      await inside('kill -9 "$CANARY"; kill -9 -1', pid)
      await inside('pkill -9 sleep; for p in $(seq 1 400); do kill -9 $p 2>/dev/null; done', pid)
      expect(isAlive()).toBe(true)
      expect(process.kill(pid, 0)).toBe(true)
    })
  })

  test('make a namespace, mount, change its root or the name of the host', async () => {
    const attempts = [
      'unshare -U true',
      'unshare -r true',
      'unshare -m true',
      'unshare -n true',
      'unshare -p -f true',
      'bwrap --ro-bind / / true',
      'nsenter -t 1 -m true',
      'nsenter -t 1 -U true',
      'chroot . true',
      'hostname escaped',
      'mount -t proc proc .',
      'ip link set lo down',
    ]
    const script = attempts.map((line) => `{ ${line}; } >/dev/null 2>&1 && echo 'DID ${line}'`)
    const { stdout } = await runInside(['sh', '-c', `${script.join('\n')}\ntrue`], policy())
    expect(stdout).toBe('')
  })

  test("see the host's shared memory", async () => {
    const made = Bun.spawnSync(['ipcmk', '-M', '4096']).stdout.toString()
    const id = /\d+/.exec(made)?.[0] ?? ''
    try {
      const list = `ipcs -m | grep -qw ${id} && echo DONE`
      expect((await outside(list, 0)).stdout).toBe('DONE\n')
      expect((await inside(list, 0)).stdout).toBe('')
    } finally {
      Bun.spawnSync(['ipcrm', '-m', id])
    }
  })

  test('type into a terminal, because it has none', async () => {
    const { stdout } = await runInside(
      // TIOCSTI is 0x5412.
      [
        'sh',
        '-c',
        `(exec < /dev/tty) && echo TTY; perl -e '$c = "x"; print "TYPED" if ioctl(STDIN, 0x5412, $c)'; true`,
      ],
      policy(),
    )
    expect(stdout).toBe('')
  })
})

test('has no capability and can gain none', async () => {
  const { stdout } = await runInside(
    ['grep', '-E', '^(Cap(Eff|Prm|Bnd|Inh|Amb)|NoNewPrivs|Seccomp):', '/proc/self/status'],
    policy(),
  )
  const values = Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split(/:\s+/) as [string, string]),
  )
  const none = '0'.repeat(16)
  expect(values).toEqual({
    CapEff: none,
    CapPrm: none,
    CapBnd: none,
    CapInh: none,
    CapAmb: none,
    NoNewPrivs: '1',
    Seccomp: '2',
  })
})

test('sees itself under the ids that it has', async () => {
  const { stdout } = await runInside(
    ['sh', '-c', 'echo $$; cut -d" " -f4 /proc/self/stat; ps -e -o comm=; true'],
    policy(),
  )
  expect(stdout).toBe('2\n2\nbwrap\nsh\nps\n')
})

test('gets the environment and the descriptors that it was given, and no other', async () => {
  const given = { NAME: 'with spaces, "quotes" and\nlines', EMPTY: '' }
  const { stdout } = await runInside(['env', '-0'], policy(), given)
  const seen = Object.fromEntries(
    stdout
      .split('\0')
      .filter(Boolean)
      .map((entry) => {
        const at = entry.indexOf('=')
        return [entry.slice(0, at), entry.slice(at + 1)]
      }),
  )
  const { PATH, PWD, ...rest } = seen
  expect(rest).toEqual(given)
  expect([typeof PATH, PWD]).toEqual(['string', here.work])
  const open = 'for n in 0 1 2 3 4 5 6 7 8 9; do [ -e /proc/$$/fd/$n ] && printf $n; done'
  expect((await runInside(['sh', '-c', open], policy())).stdout).toBe('012')
})

test('a library that the environment preloads is loaded by the command alone', async () => {
  const { stderr } = await runInside(['true'], policy(), { LD_PRELOAD: '/nonexistent/library.so' })
  expect(stderr.match(/cannot be preloaded/g)).toHaveLength(1)
})
