import { setRealtimeLimit, unlimited } from './realtime-limit.ts'
import type { RunTag } from './run-tag.ts'

/**
 * A shell that outlives its parent by a moment: when the pipe to it breaks, agency has been killed,
 * and it kills what agency had started. It reads process groups, one a line, and `done` to go in peace.
 * On Linux it also finds, by the tag of the run, processes that left their group.
 */
const script = `
trap '' INT TERM HUP
groups=
while read -r line; do
  [ "$line" = done ] && exit 0
  groups="$groups $line"
done
for round in 1 2 3 4 5 6 7 8 9 10; do
  for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done
  strays=$(
    grep -lzxF "$1" /proc/[0-9]*/environ 2>/dev/null
    grep -l "realtime timeout  *$2 " /proc/[0-9]*/limits 2>/dev/null
  )
  [ -n "$strays" ] || exit 0
  for stray in $strays; do
    stray=\${stray#/proc/}
    kill -s KILL "\${stray%/*}" 2>/dev/null
  done
done
`

export interface Guardian {
  watch(processGroup: number): void
  /** Sends it away; resolves when it has gone. */
  dismiss(): Promise<void>
}

export function startGuardian({ entry, limit }: RunTag): Guardian {
  const shell = Bun.spawn(['/bin/sh', '-c', script, 'agency-guardian', entry, String(limit)], {
    env: { PATH: '/usr/bin:/bin' },
    cwd: '/',
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'ignore',
    detached: true,
  })
  // Should agency itself be part of a run, the end of that one must not end the guardian before its time.
  setRealtimeLimit(shell.pid, unlimited)
  shell.unref()
  const tell = (line: string) => {
    void shell.stdin.write(`${line}\n`)
    void shell.stdin.flush()
  }
  return {
    watch: (processGroup) => tell(String(processGroup)),
    async dismiss() {
      tell('done')
      await shell.exited
    },
  }
}
