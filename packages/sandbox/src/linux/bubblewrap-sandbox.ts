import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type ConfinedCommand,
  err,
  ok,
  type Result,
  type Sandbox,
  SandboxError,
  type SandboxNetwork,
  type SandboxPolicy,
  type UnconfinedCommand,
} from '@agency/core'
import type { Endpoint } from '../network/endpoint.ts'
import { readReachable } from '../network/reachable.ts'
import { bubblewrapLine, type LineOptions } from './bubblewrap-line.ts'
import { createEndCheck } from './end-check.ts'
import { killRings } from './kill-rings.ts'
import { planMounts } from './mount-plan.ts'
import { openNetwork } from './open-network.ts'
import { openPublications } from './open-publications.ts'
import { createPrivateDirectory } from './private-directory.ts'
import { probe } from './probe.ts'
import { signalInside } from './signal-inside.ts'
import { systemCallFilter } from './system-call-filter.ts'
import { findTools, type Tools } from './tools.ts'
import { splitEnvironment } from './withheld-variables.ts'

export interface BubblewrapOptions {
  /** Where bubblewrap, socat and the programs of a policy are looked up. */
  readonly path: string
}

/** Linux namespaces through bubblewrap, with a seccomp filter of ours and sandbox-runtime's proxy. */
export function createBubblewrapSandbox({ path }: BubblewrapOptions): Sandbox {
  let isProven = false
  return {
    engine: 'bubblewrap',
    async wrap(command, policy) {
      const tools = findTools(path)
      if (!tools.ok) return tools
      const endpoints = readReachable(policy)
      if (!endpoints.ok) return endpoints
      const directory = await createPrivateDirectory()
      const resources = new AsyncDisposableStack()
      resources.defer(() => rm(directory, { recursive: true, force: true }))
      const given = { command, policy, tools: tools.value, endpoints: endpoints.value }
      const prepared = await prepare({ ...given, path, directory, resources, isProven }).catch(
        (cause: Error) => err(new SandboxError(`set-up failed: ${cause.message}`, { cause })),
      )
      if (prepared.ok) isProven = true
      else await resources.disposeAsync()
      return prepared
    },
  }
}

interface Preparation {
  readonly command: UnconfinedCommand
  readonly policy: SandboxPolicy
  readonly tools: Tools
  readonly endpoints: readonly Endpoint[]
  readonly path: string
  /** Of this command alone. */
  readonly directory: string
  /** Gets whatever has to be closed when the command has ended. */
  readonly resources: AsyncDisposableStack
  /** Whether a sandbox has started on this system before. */
  readonly isProven: boolean
}

async function prepare({
  command,
  policy,
  tools,
  endpoints,
  path,
  directory,
  resources,
  isProven,
}: Preparation): Promise<Result<ConfinedCommand, SandboxError>> {
  const { network } = policy
  if (policy.unixSockets && network.mode === 'host') {
    return err(new SandboxError("unix sockets do not go with the host's network"))
  }
  const filter = await writeFilter(policy, directory)
  const mounts = await planMounts(policy, { path, own: [await hostsFile(network.mode, directory)] })
  if (!mounts.ok) return mounts
  const { inherited, withheld } = splitEnvironment(command.environment)
  const bare: LineOptions = {
    tools,
    directory,
    filter,
    isRoot: process.geteuid?.() === 0,
    hasOwnNetwork: network.mode !== 'host',
    relays: [],
    publications: [],
    mounts: mounts.value,
    workDirectory: policy.workDirectory,
    variables: withheld,
    command: command.argv,
  }
  const probing = isProven ? ok(undefined) : probe(bare)
  const published = await openPublications(policy, endpoints, directory)
  if (published.ok) resources.use(published.value)
  const opened = resources.use(
    await openNetwork(network, endpoints, directory, policy.publishedPorts),
  )
  const works = await probing
  if (!works.ok) return works
  if (!published.ok) return published
  const { publications, isListening } = published.value
  return ok({
    argv: bubblewrapLine({ ...bare, relays: opened.relays, publications }),
    environment: { ...inherited, ...opened.variables },
    signal: signalInside,
    kill: killRings,
    isOver: createEndCheck(),
    isListening,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  })
}

async function writeFilter({ unixSockets = false }: SandboxPolicy, directory: string) {
  const file = join(directory, 'seccomp')
  await writeFile(file, systemCallFilter({ architecture: process.arch, unixSockets }))
  return file
}

/** With a network of its own, a sandbox has no use for the names that the host keeps. */
async function hostsFile(mode: SandboxNetwork['mode'], directory: string) {
  const at = '/etc/hosts'
  if (mode === 'host') return { source: at, at }
  const source = join(directory, 'hosts')
  await writeFile(source, '127.0.0.1 localhost sandbox\n::1 localhost\n')
  return { source, at }
}
