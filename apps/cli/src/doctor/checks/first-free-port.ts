import { createServer } from 'node:net'

/** The first port of the range, both ends included, that could be listened on at 127.0.0.1. */
export async function firstFreePort(
  first: number,
  last: number,
  signal: AbortSignal,
): Promise<number | undefined> {
  for (let port = first; port <= last && !signal.aborted; port++) {
    if (await isFree(port)) return port
  }
  return undefined
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () =>
      server.close(() => resolve(true)),
    )
  })
}
