import { shellWord } from '../shell-word.ts'

/** Leads a socket file of the host to a port of the sandbox's loopback, once somebody listens there. */
export interface Publication {
  readonly port: number
  readonly socket: string
}

/**
 * A background job for the outer script. It watches the tables of the network namespace until the
 * port has a listener, which tells the address to lead to, and becomes the relay; that its socket
 * file accepts is the sign that the server is there.
 */
export function publicationJob(socat: string, { port, socket }: Publication): string {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  const listening = (address: string) => `${address}:${hex},${stateListen}`
  return [
    '(target=',
    'while [ -z "$target" ]; do',
    '  for table in tcp tcp6; do',
    '    while [ -z "$target" ] && read -r _ local _ state _; do',
    '      case $local,$state in',
    `        ${reachedByIPv4.map(listening).join('|')}) target=TCP4:127.0.0.1:${port};;`,
    `        ${reachedByIPv6.map(listening).join('|')}) target=TCP6:[::1]:${port};;`,
    '      esac',
    '    done </proc/net/$table',
    '  done',
    '  [ -n "$target" ] || /bin/sleep 0.02',
    'done',
    // Who has said all may wait a while for the answer.
    `exec ${shellWord(socat)} -t 60 ${shellWord(`UNIX-LISTEN:${socket},fork,mode=600,backlog=4096`)} "$target"`,
    ') </dev/null >/dev/null 2>&1 &',
  ].join('\n')
}

const stateListen = '0A'

/** Addresses as the kernel prints them on x64 and arm64: each four bytes turned round. */
const mapped = '0000000000000000FFFF0000'
const reachedByIPv4 = ['0100007F', '00000000', `${mapped}0100007F`, `${mapped}00000000`]
const reachedByIPv6 = ['00000000000000000000000001000000', '00000000000000000000000000000000']
