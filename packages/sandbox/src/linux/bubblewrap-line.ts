import type { Mount } from './mount-plan.ts'
import type { Publication } from './publication-script.ts'
import type { Relay } from './relay-script.ts'
import { relayScript } from './relay-script.ts'

export interface LineOptions {
  readonly tools: { readonly bubblewrap: string; readonly socat: string }
  readonly sockets: SocketLimit
  /** bubblewrap started by root needs this capability to let the helper make its namespace. */
  readonly isRoot: boolean
  readonly hasOwnNetwork: boolean
  readonly relays: readonly Relay[]
  readonly publications: readonly Publication[]
  readonly mounts: readonly Mount[]
  readonly workDirectory: string
  /** Set for the command and for nothing before it. */
  readonly variables: Readonly<Record<string, string>>
  readonly command: readonly string[]
}

/** Which sockets a command may not make: by sandbox-runtime's helper, or by a program for seccomp. */
export type SocketLimit =
  | { readonly kind: 'no unix, no VM'; readonly helper: string }
  | { readonly kind: 'no VM'; readonly program: string }

/**
 * Two rings. The outer one has the network namespace and the relays to the proxy, sees the host's
 * files, and holds nothing of the task. What takes unix and VM sockets away
 * stands between. The inner ring is built from an empty file system and runs the command, without
 * a capability and without the means to make another namespace.
 */
export function bubblewrapLine(options: LineOptions): [string, ...string[]] {
  const inner = [...innerStart(options), ...innerArguments(options), '--', ...options.command]
  const { relays, publications } = options
  const { bubblewrap, socat } = options.tools
  return [
    bubblewrap,
    ...outerArguments(options),
    '--',
    ...(relays.length + publications.length === 0
      ? inner
      : ['/bin/sh', '-c', relayScript(socat, relays, publications), 'sh', ...inner]),
  ]
}

function innerStart({ sockets, tools: { bubblewrap } }: LineOptions): string[] {
  switch (sockets.kind) {
    case 'no unix, no VM':
      return [sockets.helper, bubblewrap]
    case 'no VM': {
      const script = 'exec 9<"$1"; shift; exec "$@"'
      return ['/bin/sh', '-c', script, 'sh', sockets.program, bubblewrap, '--seccomp', '9']
    }
  }
}

function outerArguments({ isRoot, hasOwnNetwork, relays }: LineOptions): string[] {
  const bindsLowPort = relays.some(({ port }) => port < 1024)
  return [
    ['--new-session', '--die-with-parent', '--unshare-user', '--unshare-pid'],
    hasOwnNetwork ? ['--unshare-net'] : [],
    ['--cap-drop', 'ALL'],
    isRoot ? ['--cap-add', 'CAP_SETFCAP'] : [],
    bindsLowPort ? ['--cap-add', 'CAP_NET_BIND_SERVICE'] : [],
    ['--dev-bind', '/', '/'],
    // The inner ring needs namespaces of its own, and then forbids any further ones.
    ['--setenv', 'SRT_ALLOW_NESTED_USERNS', '1'],
  ].flat()
}

function innerArguments({ mounts, workDirectory, variables }: LineOptions): string[] {
  return [
    ['--die-with-parent', '--unshare-user', '--disable-userns', '--unshare-pid'],
    ['--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ['--cap-drop', 'ALL'],
    ['--hostname', 'sandbox'],
    ['--unsetenv', 'SRT_ALLOW_NESTED_USERNS'],
    Object.entries(variables).flatMap(([name, value]) => ['--setenv', name, value]),
    ['--tmpfs', '/'],
    ['--perms', '1777', '--tmpfs', '/tmp'],
    ['--proc', '/proc'],
    // To a process of root, kernel settings are writable in any namespace.
    ['--ro-bind', '/proc/sys', '/proc/sys'],
    ['--dev', '/dev'],
    ['--perms', '1777', '--tmpfs', '/dev/shm'],
    mounts.flatMap(mountArguments),
    ['--remount-ro', '/dev'],
    ['--remount-ro', '/'],
    ['--chdir', workDirectory],
  ].flat()
}

function mountArguments(mount: Mount): string[] {
  switch (mount.kind) {
    case 'read-only':
      return ['--ro-bind', mount.source, mount.at]
    case 'read-write':
      return ['--bind', mount.source, mount.at]
    case 'empty':
      return ['--tmpfs', mount.at, '--remount-ro', mount.at]
    case 'link':
      return ['--symlink', mount.target, mount.at]
  }
}
