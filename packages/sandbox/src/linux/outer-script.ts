import { shellWord } from '../shell-word.ts'
import { type Publication, publicationJob } from './publication-script.ts'

/** Leads a port of the sandbox's loopback to a socket file of the host. */
export interface Relay {
  readonly port: number
  readonly socket: string
}

export interface OuterScriptOptions {
  readonly socat: string
  readonly relays: readonly Relay[]
  readonly publications: readonly Publication[]
  /** The file that holds the seccomp program. */
  readonly filter: string
}

/** Where the command that the script becomes finds the seccomp program. */
export const filterDescriptor = 9

/**
 * A shell script that starts the relays, waits until they all listen, leaves the publications to their
 * own waiting, opens the seccomp program and becomes the command that stands in its arguments. It
 * waits without a pause, because it runs no program but socat: the kernel counts the sockets of the new
 * network namespace, where nobody else has any. Should a relay die, the command is not run.
 */
export function outerScript(options: OuterScriptOptions): string {
  const { socat, relays, publications, filter } = options
  return [
    ...(relays.length === 0 ? [] : startRelays(socat, relays)),
    ...publications.map((publication) => publicationJob(socat, publication)),
    `exec ${filterDescriptor}<${shellWord(filter)}`,
    'exec "$@"',
  ].join('\n')
}

function startRelays(socat: string, relays: readonly Relay[]): string[] {
  return [
    'pids=',
    ...relays.map(
      ({ port, socket }) =>
        `${shellWord(socat)} TCP4-LISTEN:${port},bind=127.0.0.1,fork,reuseaddr,backlog=4096 ${shellWord(`UNIX-CONNECT:${socket}`)} </dev/null >/dev/null 2>&1 & pids="$pids $!"`,
    ),
    'up=0',
    `while [ "$up" -lt ${relays.length} ]; do`,
    '  kill -0 $pids || { echo "sandbox: a network relay did not start" >&2; exit 125; }',
    '  while read -r kind _ count _; do',
    '    case $kind in TCP:) up=$count; break;; esac',
    '  done </proc/net/sockstat',
    'done',
  ]
}
