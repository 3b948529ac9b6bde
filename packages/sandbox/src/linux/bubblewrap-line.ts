import type { Mount } from './mount-plan.ts'
import { filterDescriptor, outerScript, type Relay } from './outer-script.ts'
import type { Publication } from './publication-script.ts'

export interface LineOptions {
  readonly tools: { readonly bubblewrap: string; readonly socat: string }
  /** Of this command alone. */
  readonly directory: string
  /** The file that holds the seccomp program. */
  readonly filter: string
  /** bubblewrap started by root needs a capability to let the inner ring make its namespace. */
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

/**
 * Two rings. The outer one has the network namespace and the relays to the proxy, sees the host's
 * files, and holds nothing of the task. The inner ring is built from an empty file system and runs the
 * command, without a capability, without the means to make another namespace, and under a filter of
 * system calls that also holds for its first process.
 */
export function bubblewrapLine(options: LineOptions): [string, ...string[]] {
  const { bubblewrap, socat } = options.tools
  const { relays, publications, filter } = options
  const inner = [bubblewrap, ...innerArguments(options), '--', ...options.command]
  const script = outerScript({ socat, relays, publications, filter })
  return [bubblewrap, ...outerArguments(options), '--', '/bin/sh', '-c', script, 'sh', ...inner]
}

function outerArguments({ isRoot, hasOwnNetwork, relays, directory }: LineOptions): string[] {
  const bindsLowPort = relays.some(({ port }) => port < 1024)
  return [
    ['--new-session', '--die-with-parent', '--unshare-user', '--unshare-pid'],
    hasOwnNetwork ? ['--unshare-net'] : [],
    ['--cap-drop', 'ALL'],
    isRoot ? ['--cap-add', 'CAP_SETFCAP'] : [],
    bindsLowPort ? ['--cap-add', 'CAP_NET_BIND_SERVICE'] : [],
    ['--dev-bind', '/', '/'],
    // The inner bubblewrap looks its child up by the id that it has in this ring.
    ['--proc', '/proc'],
    // It may mount a /proc of its own where a whole one is in sight. bubblewrap covers parts of root's.
    isRoot ? ['--dev-bind', '/proc', `${directory}/proc`] : [],
  ].flat()
}

function innerArguments({ mounts, workDirectory, variables }: LineOptions): string[] {
  return [
    ['--die-with-parent', '--unshare-user', '--disable-userns', '--unshare-pid'],
    ['--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ['--cap-drop', 'ALL'],
    ['--seccomp', String(filterDescriptor)],
    ['--hostname', 'sandbox'],
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
