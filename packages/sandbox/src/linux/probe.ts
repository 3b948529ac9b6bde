import { err, ok, type Result, SandboxError } from '@agency/core'
import { bubblewrapLine, type LineOptions } from './bubblewrap-line.ts'

/**
 * Runs nothing in a whole sandbox, to learn whether this kernel and this user may have one. Never
 * rejects, so that it may go on beside other work.
 */
export function probe(options: LineOptions): Promise<Result<void, SandboxError>> {
  return start(options).catch((cause: Error) =>
    err(new SandboxError(`bubblewrap did not start: ${cause.message}`, { cause })),
  )
}

async function start(options: LineOptions): Promise<Result<void, SandboxError>> {
  const nothing = { ...options, relays: [], publications: [], command: ['/usr/bin/true'] }
  const child = Bun.spawn(bubblewrapLine(nothing), {
    env: {},
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const [reason, code] = await Promise.all([child.stderr.text(), child.exited])
  return code === 0 ? ok(undefined) : err(explain(reason.trim()))
}

function explain(reason: string): SandboxError {
  if (reason.includes('disable-userns')) {
    return new SandboxError('this bubblewrap is too old or setuid; 0.8 or later is needed', {
      fix: 'Install it with "apt-get install bubblewrap"',
    })
  }
  const cause = reason === '' ? '' : ` (${reason})`
  return new SandboxError(`this system refuses what a sandbox is made of${cause}`, {
    fix: 'Allow user namespaces with "sysctl -w user.max_user_namespaces=15000", on Ubuntu also with "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"; start a container with --security-opt seccomp=unconfined --security-opt systempaths=unconfined',
  })
}
