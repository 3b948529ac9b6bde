import { type Publication, publicationJob } from './publication-script.ts'

/** Leads a port of the sandbox's loopback to a socket file of the host. */
export interface Relay {
  readonly port: number
  readonly socket: string
}

/**
 * A shell script that starts the relays, waits until they all listen, leaves the publications to
 * their own waiting, and becomes the command that stands in its arguments. It waits without a pause, because it runs no program but socat: the
 * kernel counts the sockets of the new network namespace, where nobody else has any. Should a relay
 * die, the command is not run.
 */
export function relayScript(
  socat: string,
  relays: readonly Relay[],
  publications: readonly Publication[],
): string {
  return [
    'pids=',
    ...relays.map(
      ({ port, socket }) =>
        `${quote(socat)} TCP4-LISTEN:${port},bind=127.0.0.1,fork,reuseaddr,backlog=4096 ${quote(`UNIX-CONNECT:${socket}`)} </dev/null >/dev/null 2>&1 & pids="$pids $!"`,
    ),
    'up=0',
    `while [ "$up" -lt ${relays.length} ]; do`,
    '  kill -0 $pids || { echo "sandbox: a network relay did not start" >&2; exit 125; }',
    '  while read -r kind _ count _; do',
    '    case $kind in TCP:) up=$count; break;; esac',
    '  done </proc/net/sockstat',
    'done',
    ...publications.map((publication) => publicationJob(socat, publication)),
    'exec "$@"',
  ].join('\n')
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
