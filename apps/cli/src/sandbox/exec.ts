import { resolve } from 'node:path'
import type { ConfinedCommand, SandboxNetwork, SandboxPolicy, SandboxSignal } from '@agency/core'
import { createSandbox, supervise } from '@agency/sandbox'
import type { CommandBody, Context, Invocation } from '../frame/command.ts'
import { listOption, switchOption, textOption } from '../frame/read-option.ts'
import { UsageError } from '../frame/usage-error.ts'
import { homeWarning } from './home-warning.ts'

export const run: CommandBody = async (invocation, context) => {
  const [program, ...words] = invocation.rest
  if (program === undefined) {
    throw new UsageError('missing the command to run: agency sandbox exec -- <command>')
  }
  const path = context.environment['PATH'] ?? ''
  const policy = readPolicy(program, invocation, context)
  for (const warning of findWarnings(policy, context)) {
    context.stderr.write(`${context.program}: warning: ${warning}\n`)
  }
  const confined = await createSandbox({ path }).wrap(
    { argv: [program, ...words], environment: definedOnly(context.environment) },
    policy,
  )
  if (!confined.ok) throw confined.error
  await using command = confined.value
  if (!program.includes('/') && Bun.which(program, { PATH: path }) === null) {
    context.stderr.write(`${context.program}: ${program}: command not found\n`)
    return 127
  }
  return await runToEnd(command, context)
}

function findWarnings({ network, workDirectory }: SandboxPolicy, { environment }: Context) {
  return [
    network.mode === 'host' &&
      '--network host lets the command reach everything that this machine can',
    homeWarning(workDirectory, environment),
  ].filter((warning) => typeof warning === 'string')
}

function readPolicy(program: string, invocation: Invocation, context: Context): SandboxPolicy {
  const { workingDirectory } = context
  const paths = (name: string) =>
    listOption(invocation, name).map((path) => resolve(workingDirectory, path))
  const isPath = program.includes('/')
  return {
    workDirectory: workingDirectory,
    readOnly: paths('read'),
    readWrite: paths('write'),
    programs: [isPath ? resolve(workingDirectory, program) : program],
    network: readNetwork(invocation),
    unixSockets: switchOption(invocation, 'unixSockets'),
  }
}

function readNetwork(invocation: Invocation): SandboxNetwork {
  const allowLocal = listOption(invocation, 'allowLocal')
  const mode = textOption(invocation, 'network') ?? 'open'
  if (mode === 'open') return { mode, allowLocal }
  if (mode === 'none' || mode === 'host') {
    if (allowLocal.length === 0) return { mode }
    throw new UsageError(`--allow-local does not go with --network ${mode}`)
  }
  return { mode: 'allowlist', domains: mode.split(',').map((domain) => domain.trim()), allowLocal }
}

/** Its streams are ours, and so are our signals. Its end by a signal counts as a shell counts it. */
async function runToEnd(command: ConfinedCommand, context: Context): Promise<number> {
  if (context.interrupted.aborted) return 130
  const child = Bun.spawn([...command.argv], {
    env: { ...command.environment },
    stdio: ['inherit', 'inherit', 'inherit'],
    // A group of its own: the terminal's Ctrl-C must not end the sandbox before what is inside.
    detached: true,
  })
  const supervision = supervise(command, child, graceMs)
  const isImpatient = createImpatience()
  let isOver = false
  const pass = (signal: NodeJS.Signals) => {
    if (isOver) return // one Ctrl-C more does not change how it ended
    if (signal === 'SIGTERM') supervision.stop()
    else command.signal(child.pid, signal as SandboxSignal)
    if (signal === 'SIGINT' && isImpatient()) supervision.kill()
  }
  for (const signal of passedOn) process.on(signal, pass)
  const ending = await supervision.ended
  isOver = true
  if (ending === 'held-up') {
    context.stderr.write(
      `${context.program}: the command ended, but something inside held its sandbox up: killed\n`,
    )
  }
  return await child.exited
}

const graceMs = 5_000

/** A prompt may live through Ctrl-C, and so the first do not end it; three in two seconds do. */
function createImpatience(): () => boolean {
  let times: readonly number[] = []
  return () => {
    const now = performance.now()
    times = [...times, now].filter((time) => now - time < 2_000)
    return times.length >= 3
  }
}

const passedOn: readonly SandboxSignal[] = [
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
  'SIGQUIT',
  'SIGUSR1',
  'SIGUSR2',
]

function definedOnly(environment: Context['environment']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  )
}
