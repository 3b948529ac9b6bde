import { err, ok, type Result, SandboxError } from '@agency/core'
import { bubblewrapLine, type LineOptions } from './bubblewrap-line.ts'

/** Runs nothing in a whole sandbox, to learn whether this kernel and this user may have one. */
export async function probe(options: LineOptions): Promise<Result<void, SandboxError>> {
  const child = Bun.spawn(bubblewrapLine({ ...options, relays: [], command: ['/usr/bin/true'] }), {
    env: {},
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const [reason, code] = await Promise.all([child.stderr.text(), child.exited])
  return code === 0 ? ok(undefined) : err(new SandboxError(explain(reason.trim())))
}

function explain(reason: string): string {
  if (reason.includes('disable-userns')) {
    return 'this bubblewrap is too old: 0.8 or later is needed, and not setuid. Update it with "apt-get install bubblewrap"'
  }
  const cause = reason === '' ? '' : ` (${reason})`
  return `this system refuses what a sandbox is made of${cause}. ${advice}`
}

const advice =
  'Allow user namespaces: "sysctl -w user.max_user_namespaces=15000", on Ubuntu also "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"; a container needs --security-opt seccomp=unconfined and --security-opt systempaths=unconfined'
