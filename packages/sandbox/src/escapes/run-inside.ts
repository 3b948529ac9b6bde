import type { Sandbox, SandboxPolicy } from '@agency/core'
import { createSandbox } from '../create-sandbox.ts'
import { createNoSandbox } from '../no-sandbox.ts'

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

const sandbox = createSandbox({ path })
const noSandbox = createNoSandbox()

/** Runs a command under a policy to its end. Throws when the sandbox refuses to start. */
export const runInside = (
  argv: readonly [string, ...string[]],
  policy: SandboxPolicy,
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> => run(sandbox, argv, policy, environment)

/** The same without a sandbox, to show that an attempt would succeed but for it. */
export const runOutside = (
  argv: readonly [string, ...string[]],
  policy: SandboxPolicy,
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> => run(noSandbox, argv, policy, environment)

async function run(
  by: Sandbox,
  argv: readonly [string, ...string[]],
  policy: SandboxPolicy,
  environment: Readonly<Record<string, string>>,
): Promise<Ended> {
  const wrapped = await by.wrap({ argv, environment: { PATH: path, ...environment } }, policy)
  if (!wrapped.ok) throw wrapped.error
  await using command = wrapped.value
  await using child = Bun.spawn([...command.argv], {
    cwd: policy.workDirectory,
    env: { ...command.environment },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    detached: true,
  })
  const [stdout, stderr, code] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ])
  return { code, stdout, stderr }
}
