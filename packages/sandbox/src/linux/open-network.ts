import { join } from 'node:path'
import type { SandboxNetwork } from '@agency/core'
import { type Endpoint, isLoopback } from '../network/endpoint.ts'
import { proxyVariables } from '../network/proxy-variables.ts'
import type { Relay } from './outer-script.ts'

/** What of the network a sandbox gets: ports that lead out of it, and the variables to find them. */
export interface OpenNetwork extends AsyncDisposable {
  readonly relays: readonly Relay[]
  readonly variables: Readonly<Record<string, string>>
}

/** Beyond the ports that the kernel hands out, and away from those that servers like. */
const proxyPort = 61_080

/**
 * Opens the proxy and the passages to loopback services, each on a socket file in the directory.
 * A service on the host's loopback is found at the same port of the sandbox's own loopback.
 */
export async function openNetwork(
  network: SandboxNetwork,
  endpoints: readonly Endpoint[],
  directory: string,
  publishedPorts: readonly number[] = [],
): Promise<OpenNetwork> {
  if (network.mode === 'host')
    return { relays: [], variables: {}, async [Symbol.asyncDispose]() {} }
  const local = endpoints.filter(isLoopback)
  const needsProxy = network.mode !== 'none' || endpoints.length > local.length
  await using opening = new AsyncDisposableStack()
  const relays: Relay[] = []
  for (const target of uniqueByPort(local)) {
    const socket = join(directory, `${target.port}.sock`)
    const { openPassage } = await import('../network/passage.ts')
    opening.use(await openPassage(target, { socket }))
    relays.push({ port: target.port, socket })
  }
  if (!needsProxy) return { relays, variables: {}, ...closes(opening.move()) }

  const [{ openProxy }, { createDestinations }] = await Promise.all([
    import('../network/proxy.ts'),
    import('../network/destinations.ts'),
  ])
  const socket = join(directory, 'proxy.sock')
  opening.use(await openProxy(createDestinations({ network, always: endpoints }), { socket }))
  const taken = new Set([...relays.map((relay) => relay.port), ...publishedPorts])
  let port = proxyPort
  while (taken.has(port)) port += 1
  return {
    relays: [...relays, { port, socket }],
    variables: proxyVariables(`http://127.0.0.1:${port}`),
    ...closes(opening.move()),
  }
}

function uniqueByPort(endpoints: readonly Endpoint[]): readonly Endpoint[] {
  return [...new Map(endpoints.map((endpoint) => [endpoint.port, endpoint])).values()]
}

function closes(opened: AsyncDisposableStack): AsyncDisposable {
  return { [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
