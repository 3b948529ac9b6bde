import { err, ok, type Result, SandboxError } from '@agency/core'
import {
  isLoopbackAddress,
  isLoopbackName,
} from '@anthropic-ai/sandbox-runtime/dist/sandbox/address.js'

/** A host, as a name or an address without brackets, and a port. */
export interface Endpoint {
  readonly host: string
  readonly port: number
}

/** Reads `host:port`, `[::1]:5432` or a URL, whose scheme gives the port that it does not name. */
export function parseEndpoint(text: string): Result<Endpoint, SandboxError> {
  const isUrl = text.includes('://')
  const url = URL.parse(isUrl ? text : `tcp://${text}`)
  const host = url?.hostname.replace(/^\[|\]$/g, '').toLowerCase()
  const port = Number(url?.port || (isUrl ? schemePorts[url?.protocol ?? ''] : undefined))
  if (!host || !Number.isInteger(port) || port < 1) {
    return err(
      new SandboxError(`"${text}" is no address`, { fix: 'Write host:port, as 127.0.0.1:5432' }),
    )
  }
  return ok({ host: canonicalAddress(host), port })
}

export function isLoopback({ host }: Endpoint): boolean {
  return isLoopbackName(host) || isLoopbackAddress(host)
}

const schemePorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/** A URL of a special scheme spells addresses canonically: `127.1` becomes `127.0.0.1`. */
function canonicalAddress(host: string): string {
  const spelled = host.includes(':') ? `[${host}]` : host
  return URL.parse(`http://${spelled}`)?.hostname.replace(/^\[|\]$/g, '') ?? host
}
