import { createServer, type Server } from 'node:net'

/**
 * A port for a program that has to be told one; whoever can, takes port 0. It is not one of those that the system
 * gives to who asks for any, and no other test gets it: its owner sits on the port beside it as long as it lives.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + 2 * Math.floor(Math.random() * pairs)
    const beside = await listen(port + 1)
    if (beside === undefined) continue
    beside.unref()
    const itself = await listen(port)
    if (itself === undefined) continue
    await new Promise((resolve) => itself.close(resolve))
    return port
  }
}

/** Linux gives out the ports from 32768 on, others those from 49152 on; 10080 no browser goes to. */
const first = 11_000
const pairs = (32_768 - first) / 2

/** Undefined where somebody else listens. */
function listen(port: number): Promise<Server | undefined> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}
