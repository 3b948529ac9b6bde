import { expect, test } from 'vitest'
import { bubblewrapLine, type LineOptions } from './bubblewrap-line.ts'
import { splitEnvironment } from './withheld-variables.ts'

const options: LineOptions = {
  tools: { bubblewrap: '/usr/bin/bwrap', socat: '/usr/bin/socat' },
  directory: '/own',
  filter: '/own/seccomp',
  isRoot: false,
  hasOwnNetwork: true,
  relays: [],
  publications: [],
  mounts: [
    { kind: 'link', target: 'usr/bin', at: '/bin' },
    { kind: 'read-only', source: '/usr', at: '/usr' },
    { kind: 'empty', at: '/etc/ssl/private' },
    { kind: 'read-write', source: '/w', at: '/w' },
  ],
  workDirectory: '/w',
  variables: { LD_LIBRARY_PATH: '/w/lib' },
  command: ['echo', "it's", '$HOME', '--', ''],
}

const rings = (line: readonly string[]) => {
  const start = line.lastIndexOf('/usr/bin/bwrap')
  return { outer: line.slice(0, start), inner: line.slice(start) }
}

test('the command stands at the end, word for word', () => {
  expect(bubblewrapLine(options).slice(-6)).toEqual(['--', ...options.command])
})

test('the outer ring dies with its parent, and the inner one starts from nothing', () => {
  const { outer, inner } = rings(bubblewrapLine(options))
  expect(outer).toContain('--die-with-parent')
  expect(outer).toContain('--new-session')
  expect(inner).toContain('--disable-userns')
  expect(inner.join(' ')).toMatch(/--tmpfs \/ .*--remount-ro \/ --chdir \/w -- echo/)
  expect(inner.join(' ')).toContain(
    '--symlink usr/bin /bin --ro-bind /usr /usr --tmpfs /etc/ssl/private --remount-ro /etc/ssl/private --bind /w /w',
  )
})

test('only root is given the capability that the inner ring needs, and the command none', () => {
  expect(bubblewrapLine(options)).not.toContain('--cap-add')
  const { outer, inner } = rings(bubblewrapLine({ ...options, isRoot: true }))
  expect(outer.join(' ')).toContain('--cap-drop ALL --cap-add CAP_SETFCAP')
  expect(inner.join(' ')).toContain('--cap-drop ALL')
  expect(inner).not.toContain('--cap-add')
})

test('the network is its own unless it is the host’s', () => {
  expect(bubblewrapLine(options)).toContain('--unshare-net')
  expect(bubblewrapLine({ ...options, hasOwnNetwork: false })).not.toContain('--unshare-net')
})

test('the inner ring, and only it, gets the filter of system calls', () => {
  const { outer, inner } = rings(bubblewrapLine({ ...options, filter: "/it's/filter" }))
  expect(outer.at(-2)).toBe(`exec 9<'/it'\\''s/filter'\nexec "$@"`)
  expect(outer).not.toContain('--seccomp')
  expect(inner.join(' ')).toContain('--seccomp 9 ')
})

test('relays are started in the outer ring, from quoted words', () => {
  const relays = [{ port: 80, socket: "/tmp/it's/80.sock" }]
  const { outer } = rings(bubblewrapLine({ ...options, relays }))
  expect(outer.join(' ')).toContain('--cap-add CAP_NET_BIND_SERVICE')
  const script = outer.at(-2) ?? ''
  expect(script).toContain(`'UNIX-CONNECT:/tmp/it'\\''s/80.sock'`)
  expect(script).toContain('TCP4-LISTEN:80,bind=127.0.0.1')
})

test('publications wait in the outer ring for a listener on their port, from quoted words', () => {
  const publications = [{ port: 3000, socket: "/tmp/it's/in.sock" }]
  const script = rings(bubblewrapLine({ ...options, publications })).outer.at(-2) ?? ''
  expect(script).toContain('0100007F:0BB8,0A')
  expect(script).toContain('target=TCP6:[::1]:3000')
  expect(script).toContain(`'UNIX-LISTEN:/tmp/it'\\''s/in.sock,`)
})

test('variables that a loader or a shell obeys are kept from the outer ring', () => {
  const environment = {
    PATH: '/bin',
    LD_PRELOAD: 'a',
    BASH_ENV: 'b',
    'BASH_FUNC_kill%%': 'c',
    SOCAT_DEFAULT_LISTEN_IP: 'e',
    ENVIRONMENT: 'f',
    OLD_PATH: 'g',
  }
  const { inherited, withheld } = splitEnvironment(environment)
  expect(inherited).toEqual({ PATH: '/bin', ENVIRONMENT: 'f', OLD_PATH: 'g' })
  expect(Object.keys(withheld)).toHaveLength(4)
})
