import { join } from 'node:path'
import type { SandboxNetwork, SandboxPolicy } from '@agency/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createNeighbourhood, type Neighbourhood } from './neighbourhood.ts'
import { runInside, runOutside } from './run-inside.ts'

let here: Neighbourhood
let requests = 0
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: () => {
    requests++
    return new Response('SEEN')
  },
})
const port = Number(server.port)

beforeAll(async () => {
  here = await createNeighbourhood()
})
afterAll(async () => {
  await server.stop(true)
  await here[Symbol.asyncDispose]()
})

const inside = (script: string, network: SandboxNetwork, modelAddress?: string) =>
  runInside(
    ['sh', '-c', script],
    { workDirectory: here.work, network, ...(modelAddress ? { modelAddress } : {}) },
    here.places,
  )
const outside = (script: string) =>
  runOutside(['sh', '-c', script], { workDirectory: here.work, network: { mode: 'host' } })

/** Each of them is 127.0.0.1 to a program without a sandbox. */
const same = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '0x7f.1',
  '0x7f000001',
  '0177.0.0.1',
  '2130706433',
  '017700000001',
  '0.0.0.0',
  '0',
  'localhost',
  'LOCALHOST',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
]

/** Others that might lead to this machine. */
const spellings = [
  ...same,
  '127.0.0.2',
  '127.255.255.254',
  'localhost.',
  'app.localhost',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::127.0.0.1]',
  '[::]',
  '[64:ff9b::7f00:1]',
]

const visit = (how: string) => (host: string) =>
  `echo "${host} $(curl -s --globoff --max-time 5 ${how} "http://${host}:${port}/")"`

describe("the host's own loopback is out of reach", () => {
  const modes: readonly SandboxNetwork[] = [
    { mode: 'open' },
    { mode: 'allowlist', domains: ['example.com', '127.0.0.1', 'localhost:1'] },
    { mode: 'none' },
  ]
  const ways = [
    ['directly', `--noproxy '*'`],
    ['through the proxy', `--noproxy ''`],
    ['through a tunnel of the proxy', `--noproxy '' --proxytunnel`],
  ] as const

  test.each(modes)('in mode $mode, however it is spelled and asked for', async (network) => {
    const before = requests
    const lines = ways.flatMap(([, how]) => spellings.map(visit(how)))
    const { stdout } = await inside(lines.join('\n'), network)
    expect(stdout.match(/^.+$/gm)).toHaveLength(ways.length * spellings.length)
    expect(stdout).not.toContain('SEEN')
    expect(requests).toBe(before)
  })

  test('although without a sandbox these spellings lead there', async () => {
    const { stdout } = await outside(same.map(visit('')).join('\n'))
    expect(stdout).toBe(same.map((host) => `${host} SEEN\n`).join(''))
  })

  test('and the proxy answers to nobody who asks it for something else', async () => {
    const { stdout } = await inside(
      `proxy=\${HTTP_PROXY#http://}
       for line in "GET http://127.0.0.1:${port}/ HTTP/1.1" "CONNECT 127.0.0.1:${port} HTTP/1.1" "CONNECT localhost:${port} HTTP/1.1" "GET / HTTP/1.1"; do
         printf '%s\\r\\nHost: example.com\\r\\nConnection: close\\r\\n\\r\\n' "$line" | socat -t 60 - "TCP:$proxy" | head -1
       done`,
      { mode: 'open' },
    )
    expect(stdout).not.toMatch(/ 200 /)
    expect(stdout.match(/^HTTP/gm)?.length).toBe(4)
  })
})

describe('with network none', () => {
  test('there is no interface but loopback, no route and no name service', async () => {
    const { stdout } = await inside(
      `ls /proc/sys/net/ipv4/conf | grep -vE '^(all|default|lo)$'; ip route; ip -6 route | grep -v lo; getent hosts example.com; env | grep -i proxy; true`,
      { mode: 'none' },
    )
    expect(stdout).toBe('')
  })

  test('the model alone is reachable', async () => {
    const { stdout } = await inside(
      `curl -s http://127.0.0.1:${port}/; curl -s --max-time 5 http://127.0.0.1:1/; curl -s --max-time 5 http://example.com/`,
      { mode: 'none' },
      `http://127.0.0.1:${port}/v1`,
    )
    expect(stdout).toBe('SEEN')
  })
})

describe('a local service that the policy names', () => {
  test('is found where it is on the host, and its neighbours are not', async () => {
    const other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('OTHER') })
    const { stdout } = await inside(
      `curl -s http://127.0.0.1:${port}/; curl -s http://localhost:${port}/; curl -s --noproxy '' http://127.0.0.1:${port}/; curl -s http://127.0.0.1:${other.port}/; curl -s --noproxy '' http://127.0.0.1:${other.port}/ | grep OTHER`,
      { mode: 'open', allowLocal: [`127.0.0.1:${port}`] },
    )
    await other.stop(true)
    expect(stdout).toBe('SEENSEENSEEN')
  })

  test('does not hide a server that is started inside', async () => {
    const script = `
      const own = Bun.serve({ port: 0, fetch: () => new Response('INSIDE') })
      console.log(await (await fetch('http://localhost:' + own.port)).text())
      process.exit()`
    const { stdout } = await runInside([process.execPath, '-e', script], {
      workDirectory: here.work,
      programs: [process.execPath],
      network: { mode: 'open', allowLocal: [`127.0.0.1:${port}`] },
    })
    expect(stdout).toBe('INSIDE\n')
  })
})

test("with network host the host's services are there", async () => {
  const { stdout } = await inside(`curl -s http://127.0.0.1:${port}/`, { mode: 'host' })
  expect(stdout).toBe('SEEN')
})

describe('unix sockets of the host', () => {
  const name = `agency-test-${process.pid}`
  const places: readonly (readonly [string, () => readonly [kind: string, path: string]])[] = [
    ['in a home', () => ['UNIX', join(here.home, 'docker.sock')]],
    ['in the work directory itself', () => ['UNIX', join(here.work, 'w.sock')]],
    ['without a file', () => ['ABSTRACT', name]],
  ]

  test.each(places)('are out of reach %s', async (_, place) => {
    const [kind, path] = place()
    const greet = `socat -t 2 /dev/null,ignoreeof!!STDOUT ${kind}-CONNECT:${path}`
    const listener = Bun.spawn(['socat', `${kind}-LISTEN:${path},fork`, 'EXEC:echo SEEN'])
    try {
      while ((await outside(greet)).stdout !== 'SEEN\n') expect(listener.exitCode).toBeNull()
      for (const mode of ['none', 'host'] as const) {
        const attempt = await inside(greet, { mode })
        expect(attempt.stdout).toBe('')
        expect(attempt.code).not.toBe(0)
      }
    } finally {
      listener.kill()
      await listener.exited
    }
  })

  test('nor can any be made, nor a VM or packet socket', async () => {
    const families = { AF_UNIX: 1, AF_PACKET: 17, AF_VSOCK: 40 }
    const script = Object.entries(families)
      .map(
        ([family, number]) =>
          `print "${family} ", socket(my $s, ${number}, 1, 0) ? 0 : $!+0, "\\n";`,
      )
      .join('')
    const errorsWith = async (policy: Omit<SandboxPolicy, 'workDirectory'>) =>
      (await runInside(['perl', '-e', script], { workDirectory: here.work, ...policy })).stdout
    const none = 'AF_UNIX 1\nAF_PACKET 1\nAF_VSOCK 1\n'
    expect(await errorsWith({ network: { mode: 'none' } })).toBe(none)
    expect(await errorsWith({ network: { mode: 'host' } })).toBe(none)
    expect(await errorsWith({ network: { mode: 'none' }, unixSockets: true })).toBe(
      none.replace('AF_UNIX 1', 'AF_UNIX 0'),
    )
  })

  test('those that may be made reach none outside, and do not come with the host network', async () => {
    const policy = { workDirectory: here.work, unixSockets: true } as const
    // The file is there a moment before anybody listens.
    const listen = `socat UNIX-LISTEN:own.sock EXEC:'echo OWN' & until socat -t 2 /dev/null,ignoreeof!!STDOUT UNIX-CONNECT:own.sock; do :; done`
    const own = await runInside(['sh', '-c', listen], { ...policy, network: { mode: 'none' } })
    expect(own.stdout).toBe('OWN\n')
    const listener = Bun.spawn(['socat', `ABSTRACT-LISTEN:${name},fork`, 'EXEC:echo SEEN'])
    const greet = `socat -t 2 /dev/null,ignoreeof!!STDOUT ABSTRACT-CONNECT:${name}`
    while ((await outside(greet)).stdout !== 'SEEN\n') expect(listener.exitCode).toBeNull()
    const attempt = await runInside(['sh', '-c', greet], { ...policy, network: { mode: 'open' } })
    listener.kill()
    await listener.exited
    expect(attempt.stdout).toBe('')
    await expect(
      runInside(['true'], { ...policy, network: { mode: 'host' } }),
    ).rejects.toMatchObject({ code: 'sandbox_error' })
  })

  test("and the sandbox's own are nowhere to be seen", async () => {
    const { stdout } = await inside('find / -xdev -type s 2>/dev/null; ls /tmp', { mode: 'open' })
    expect(stdout).toBe('')
  })
})
