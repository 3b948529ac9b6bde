/**
 * System calls that no command may make, as Docker's default profile has it, with their numbers on
 * both processors. Left alone on purpose: `ptrace` and its kin, which debuggers need and which end at
 * the PID namespace; `unshare` and `clone`, whose namespaces are limited to none.
 */
export const refusedCalls: readonly RefusedCall[] = [
  // Keys belong to the user and the session, not to a namespace.
  { name: 'add_key', x64: 248, arm64: 217 },
  { name: 'request_key', x64: 249, arm64: 218 },
  { name: 'keyctl', x64: 250, arm64: 219 },

  // Makes sockets, and much else, past any filter.
  { name: 'io_uring_setup', x64: 425, arm64: 425 },
  { name: 'io_uring_enter', x64: 426, arm64: 426 },
  { name: 'io_uring_register', x64: 427, arm64: 427 },

  // Open to everybody on some systems: they look into the kernel, or make its holes easier to use.
  { name: 'bpf', x64: 321, arm64: 280 },
  { name: 'perf_event_open', x64: 298, arm64: 241 },
  { name: 'syslog', x64: 103, arm64: 116 },
  { name: 'userfaultfd', x64: 323, arm64: 282 },

  // Want a capability that no command has. This is the second no.
  { name: 'open_by_handle_at', x64: 304, arm64: 265 },
  { name: 'setns', x64: 308, arm64: 268 },
  { name: 'mount', x64: 165, arm64: 40 },
  { name: 'umount2', x64: 166, arm64: 39 },
  { name: 'pivot_root', x64: 155, arm64: 41 },
  { name: 'open_tree', x64: 428, arm64: 428 },
  { name: 'move_mount', x64: 429, arm64: 429 },
  { name: 'fsopen', x64: 430, arm64: 430 },
  { name: 'fsconfig', x64: 431, arm64: 431 },
  { name: 'fsmount', x64: 432, arm64: 432 },
  { name: 'fspick', x64: 433, arm64: 433 },
  { name: 'mount_setattr', x64: 442, arm64: 442 },
  { name: 'init_module', x64: 175, arm64: 105 },
  { name: 'finit_module', x64: 313, arm64: 273 },
  { name: 'delete_module', x64: 176, arm64: 106 },
  { name: 'kexec_load', x64: 246, arm64: 104 },
  { name: 'kexec_file_load', x64: 320, arm64: 294 },
  { name: 'reboot', x64: 169, arm64: 142 },
  { name: 'swapon', x64: 167, arm64: 224 },
  { name: 'swapoff', x64: 168, arm64: 225 },
  { name: 'acct', x64: 163, arm64: 89 },
  { name: 'quotactl', x64: 179, arm64: 60 },
  { name: 'quotactl_fd', x64: 443, arm64: 443 },
  { name: 'settimeofday', x64: 164, arm64: 170 },
  { name: 'clock_settime', x64: 227, arm64: 112 },
]

export interface RefusedCall {
  readonly name: string
  readonly x64: number
  readonly arm64: number
}
