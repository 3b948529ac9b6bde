import { lookup } from 'node:dns'
import { isIP } from 'node:net'
import type { SandboxNetwork } from '@agency/core'
import { isLoopbackName } from '@anthropic-ai/sandbox-runtime/dist/sandbox/address.js'
import { matchesDomainPatternWithPort } from '@anthropic-ai/sandbox-runtime/dist/sandbox/domain-pattern.js'
import {
  canonicalizeHost,
  type DirectLookup,
  isValidHost,
} from '@anthropic-ai/sandbox-runtime/dist/sandbox/parent-proxy.js'
import {
  createResolvedAddressGuard,
  type Resolver,
} from '@anthropic-ai/sandbox-runtime/dist/sandbox/resolved-address-guard.js'
import type { Endpoint } from './endpoint.ts'
import { privateRanges } from './private-ranges.ts'

/** Where a proxy may connect, asked twice: by the name given, then by the address it resolves to. */
export interface Destinations {
  readonly permits: (host: string, port: number) => boolean
  /** Resolves a permitted name, and fails on one that leads to an address out of bounds. */
  readonly lookupFor: DirectLookup
}

export interface DestinationOptions {
  readonly network: Exclude<SandboxNetwork, { mode: 'host' }>
  /** Reachable whatever the mode and wherever they are: local services and the model. */
  readonly always: readonly Endpoint[]
  readonly resolve?: Resolver
}

export function createDestinations({
  network,
  always,
  resolve = lookup,
}: DestinationOptions): Destinations {
  const guard = createResolvedAddressGuard({ deniedResolvedAddresses: privateRanges, resolve })
  const isAlways = (host: string, port: number) =>
    always.some((endpoint) => endpoint.host === host && endpoint.port === port)
  return {
    permits: (given, port) => {
      if (!isValidHost(given)) return false
      const host = canonicalizeHost(given) ?? given
      if (isAlways(host, port)) return true
      switch (network.mode) {
        case 'none':
          return false
        case 'allowlist':
          return (
            isPublic(host, port, guard) &&
            network.domains.some((domain) => matchesDomainPatternWithPort(host, port, domain))
          )
        case 'open':
          return isPublic(host, port, guard)
      }
    },
    lookupFor: (port) => (hostname, options, callback) => {
      const resolver = isAlways(hostname.toLowerCase(), port) ? lookup : guard.lookupFor(port)
      resolver(hostname, options, callback)
    },
  }
}

/** An address is judged here; a name passes, to be judged by the addresses it resolves to. */
function isPublic(
  host: string,
  port: number,
  guard: ReturnType<typeof createResolvedAddressGuard>,
): boolean {
  if (isLoopbackName(host)) return false
  if (isIP(host) === 0) return true
  // The guard takes an address as an answer for a name, any name.
  return guard.permits('name.invalid', host, port)
}
