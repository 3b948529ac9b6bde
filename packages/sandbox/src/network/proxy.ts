import { createHttpProxyServer } from '@anthropic-ai/sandbox-runtime/dist/sandbox/http-proxy.js'
import type { Destinations } from './destinations.ts'
import { type ListenAt, type Listening, listen } from './listen.ts'

/** The filtering HTTP proxy of one sandbox. With a token it answers only who shows it. */
export function openProxy(
  destinations: Destinations,
  at: ListenAt,
  token?: string,
): Promise<Listening> {
  const server = createHttpProxyServer({
    filter: (port, host) => destinations.permits(host, port),
    lookupFor: destinations.lookupFor,
    ...(token === undefined ? {} : { proxyAuthToken: token }),
  })
  return listen(server, at)
}
