import { requireFreePorts } from '@agency/sandbox'

/** The first port from this one on that nobody listens on. */
export async function findFreePort(from: number): Promise<number> {
  for (let port = from; port < 65_536; port += 1) {
    if ((await requireFreePorts([port])).ok) return port
  }
  throw new Error(`no port from ${from} on is free`)
}
