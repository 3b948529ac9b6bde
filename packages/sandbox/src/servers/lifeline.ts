/**
 * The argv that dies with its starter, however that dies: its stdin is a pipe that the starter holds
 * and never writes to, and when it closes, the process group is killed. What is started has no stdin,
 * and its two outputs are one. To be started as the leader of a process group.
 */
export function withLifeline(argv: readonly string[]): [string, ...string[]] {
  return ['/bin/sh', '-c', script, 'sh', ...argv]
}

const script = [
  'exec 3<&0',
  '(read -r _ <&3; kill -s KILL 0) >/dev/null 2>&1 &',
  'exec "$@" 3<&- </dev/null 2>&1',
].join('\n')
