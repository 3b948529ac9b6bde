import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifies } from '@agency/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createNeighbourhood, type Neighbourhood, secret } from './neighbourhood.ts'
import { runInside, runOutside } from './run-inside.ts'

let here: Neighbourhood
const leak = new RegExp(`${secret}|root:`)
const hostTemporary = `/tmp/agency-test-${process.pid}`

beforeAll(async () => {
  here = await createNeighbourhood()
  await writeFile(hostTemporary, secret)
})
afterAll(async () => {
  await here[Symbol.asyncDispose]()
  await rm(hostTemporary, { force: true })
})

const policy = () => ({ workDirectory: here.work, network: { mode: 'none' } as const })
const inside = (script: string) => runInside(['sh', '-c', script], policy(), here.places)
const outside = (script: string) => runOutside(['sh', '-c', script], policy(), here.places)

/** Each prints the secret, or `root:`, when run without a sandbox. */
const readings: readonly (readonly [title: string, script: string])[] = [
  ['the list of users', 'cat /etc/passwd'],
  ['a private key in the home', 'cat "$HOME/.ssh/id_rsa"'],
  ['any other file in the home', 'cat "$HOME/diary"'],
  ['the files of the home by a pattern', 'cat "$HOME"/*'],
  ['stored credentials', 'cat "$CREDENTIALS/key"'],
  ['the session of somebody else', 'cat "$OTHER/notes"'],
  ['the session of somebody else, by ..', 'cat ../other/notes'],
  ['a neighbour, by a path that leaves and comes back', 'cat "$WORK/../../sessions/other/notes"'],
  ['a neighbour, through find', 'find "$ROOT" -type f -exec cat {} + | grep .'],
  ['a file behind a symbolic link', 'ln -sf "$HOME/diary" l1; cat l1'],
  ['a file behind a link to its directory', 'ln -sfn "$HOME" l2; cat l2/diary'],
  ['a file behind a relative link', 'ln -sf ../other/notes l3; cat l3'],
  ['a file behind a chain of links', 'ln -sfn ../.. l4; ln -sf l4/../home/diary l5; cat l5'],
  ['a file through a hard link', 'rm -f h1; ln "$ROOT/outside" h1; cat h1'],
  ['a file through the root of init', 'cat "/proc/1/root$HOME/diary" "$HOME/diary"'],
  ['a file through the root of itself', 'cat "/proc/self/root$HOME/diary"'],
  ['a file through its current directory', 'cat /proc/self/cwd/../other/notes'],
  [
    'a file through the root of any process',
    'for p in /proc/[0-9]*; do cat "$p/root$HOME/diary"; done 2>/dev/null',
  ],
  [
    'a file through a directory that was left open',
    'exec 5<.; cat "/proc/self/fd/5/../other/notes"',
  ],
  ["a file in the host's /tmp", `cat ${hostTemporary}`],
]

describe('cannot read', () => {
  test.each(readings)('%s', async (_, script) => {
    const control = await outside(script)
    expect(control.stdout, 'the attempt works without a sandbox').toMatch(leak)
    const attempt = await inside(script)
    expect(attempt.stdout).not.toMatch(leak)
    expect(attempt.code).not.toBe(0)
  })

  test('the keys of the system, though its certificates are there', async () => {
    const { stdout } = await inside('ls -A /etc/ssl/private; ls /etc/ssl')
    expect(stdout.trim().split('\n')).toContain('certs')
    expect(stdout).not.toMatch(/\.(key|pem)$/m)
  })

  test('what other homes and mounts there are', async () => {
    const { stdout } = await inside('ls -d /home /root /mnt /opt /srv /run /sys /boot')
    expect(stdout).toBe('')
  })
})

/** Each exits 0 when run without a sandbox, having changed something out there. */
const writings: readonly (readonly [title: string, script: string])[] = [
  ['a file outside', 'echo x >> "$ROOT/outside"'],
  ['a new file in the home', 'echo x > "$HOME/new"'],
  ['a new directory beside the work directory', 'mkdir ../planted'],
  ['a file outside, by ..', 'echo x >> ../other/notes'],
  ['a file behind a symbolic link', 'ln -sf "$ROOT/outside" w1; echo x >> w1'],
  ['a file behind a link to its directory', 'ln -sfn "$HOME" w2; echo x > w2/planted'],
  ['a file through /proc', 'echo x >> "/proc/self/cwd/../other/notes"'],
  ['the mode of a file outside', 'chmod 777 "$ROOT/outside"'],
  ['the time of a file outside', 'touch "$ROOT/outside"'],
  [
    'the name of a file outside',
    'mv "$ROOT/outside" "$ROOT/inside" && mv "$ROOT/inside" "$ROOT/outside"',
  ],
  ['a program outside', 'echo "echo planted" >> "$ROOT/tool"'],
  ['the place of the work directory', 'mv "$WORK" "$WORK.gone" && mv "$WORK.gone" "$WORK"'],
]

describe('cannot change', () => {
  test.each(writings)('%s', async (_, script) => {
    const before = await snapshot()
    const attempt = await inside(script)
    expect(attempt.code).not.toBe(0)
    expect(await snapshot()).toEqual(before)
    expect(await outside(script), 'the attempt works without a sandbox').toMatchObject({ code: 0 })
  })

  verifies('SBX-007', 'the system, which it can read', async () => {
    const places = ['/usr', '/lib', '/lib64', '/bin', '/sbin', '/etc/ssl']
    const { stdout } = await inside(
      `for p in ${places.join(' ')}; do ls "$p"/* >/dev/null && echo read; echo x > "$p/planted" && echo WROTE; rm "$p/planted" && echo WROTE; done; cat /etc/resolv.conf >/dev/null && echo read; echo x >> /etc/resolv.conf && echo WROTE`,
    )
    expect(stdout).toBe('read\n'.repeat(places.length + 1))
  })

  test("the host's /tmp, though it has one of its own, which is empty", async () => {
    const name = `agency-planted-${process.pid}`
    const { stdout } = await inside(`ls -A /tmp; echo own > /tmp/${name}; cat /tmp/${name}`)
    expect(stdout).toBe('own\n')
    expect(await Bun.file(`/tmp/${name}`).exists()).toBe(false)
  })

  test('kernel settings, devices and mounts, even as root', async () => {
    const attempts = [
      '(: >> /proc/sys/kernel/core_pattern)',
      '(: >> /proc/sys/vm/drop_caches)',
      '(: >> /proc/sysrq-trigger)',
      'mknod disk b 254 0',
      'dd if=/dev/mem of=/dev/null count=1',
      'cat /dev/kmsg',
      'cat /proc/kcore',
      'mount -t tmpfs tmpfs .',
      'mount --bind / .',
      'mount -o remount,rw /usr',
      'umount -l /usr',
      'umount -l /etc/hosts',
      'echo x > /dev/planted',
    ]
    const script = attempts.map((line) => `{ ${line}; } 2>/dev/null && echo 'DID ${line}'`)
    const { stdout } = await inside(`${script.join('\n')}\ntrue`)
    expect(stdout).toBe('')
  })
})

verifies('SBX-020', 'a link in the work directory gives no access to its target', async () => {
  await writeFile(join(here.home, 'target'), secret)
  const links = 'ln -sf "$HOME/target" s; cat s; echo x > s; echo x >> s; cp /etc/hosts s; true'
  const { stdout } = await inside(links)
  expect(stdout).toBe('')
  expect(await readFile(join(here.home, 'target'), 'utf8')).toBe(secret)
})

/** Everything around the work directory: names, modes and contents, but not times of reading. */
async function snapshot(): Promise<string> {
  const script = `cd "$ROOT" && find . -path ./agency/sessions/mine/\\* -prune -o -printf '%p %m %T@\\n' | sort; find . -type f -not -path './agency/sessions/mine/*' -exec cat {} +`
  const { stdout } = await outside(script)
  return stdout.replace(/^\.\/agency\/sessions\/mine .*$/m, '')
}
