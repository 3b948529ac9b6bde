import { randomBytes } from 'node:crypto'
import {
  type ConfinedCommand,
  err,
  ok,
  type Result,
  type Sandbox,
  SandboxError,
  type SandboxPolicy,
  type UnconfinedCommand,
} from '@agency/core'
import type { Endpoint } from '../network/endpoint.ts'
import { proxyVariables } from '../network/proxy-variables.ts'
import { readReachable } from '../network/reachable.ts'
import { groupControls } from '../process-group.ts'
import { isListeningOnHost, requireFreePorts } from '../publish/host-ports.ts'
import { readPaths } from './readable-paths.ts'
import { seatbeltLine } from './seatbelt-line.ts'

/** macOS seatbelt, with the profile that sandbox-runtime writes and its proxy. */
export function createSeatbeltSandbox({ path }: { readonly path: string }): Sandbox {
  return {
    engine: 'seatbelt',
    async wrap(command, policy) {
      const endpoints = readReachable(policy)
      if (!endpoints.ok) return endpoints
      return prepare(command, policy, endpoints.value, path).catch((cause: Error) =>
        err(new SandboxError(`set-up failed: ${cause.message}`, { cause })),
      )
    },
  }
}

async function prepare(
  command: UnconfinedCommand,
  policy: SandboxPolicy,
  endpoints: readonly Endpoint[],
  path: string,
): Promise<Result<ConfinedCommand, SandboxError>> {
  const paths = await readPaths(policy, path)
  if (!paths.ok) return paths
  const { network } = policy
  const resources = new AsyncDisposableStack()
  const close = { [Symbol.asyncDispose]: () => resources.disposeAsync() }
  const free = await requireFreePorts(policy.publishedPorts)
  if (!free.ok) return free
  const given = {
    command: command.argv,
    paths: paths.value,
    workDirectory: policy.workDirectory,
    serves: (policy.publishedPorts ?? []).length > 0,
  }
  const control = { ...groupControls, isListening: isListeningOnHost, ...close }
  if (network.mode === 'host' || (network.mode === 'none' && endpoints.length === 0)) {
    const argv = seatbeltLine({ ...given, network: network.mode, variables: {} })
    return ok({ argv, environment: command.environment, ...control })
  }

  const [{ openProxy }, { createDestinations }] = await Promise.all([
    import('../network/proxy.ts'),
    import('../network/destinations.ts'),
  ])
  // Any process of this user can reach the port, so the sandbox has to show a token.
  const token = randomBytes(24).toString('base64url')
  const destinations = createDestinations({ network, always: endpoints })
  const { port = 0 } = resources.use(await openProxy(destinations, { port: 0 }, token))
  // There is no loopback of its own here: the way to a local service leads through the proxy too.
  const variables = {
    ...proxyVariables(`http://srt:${token}@127.0.0.1:${port}`),
    NO_PROXY: '',
    no_proxy: '',
  }
  const argv = seatbeltLine({ ...given, network: { port, token }, variables })
  const environment = { ...command.environment, ...variables }
  return ok({ argv, environment, ...control })
}
