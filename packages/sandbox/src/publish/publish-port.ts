import { connect, createServer, type Socket } from 'node:net'
import { type Listening, listen } from '../network/listen.ts'
import { isTaken, loopbacks, takenPort } from './host-ports.ts'

/**
 * Leads a port of the host's loopback, on both of its addresses, to a socket file, which may appear later.
 * Throws a SandboxError when somebody else has the port.
 */
export async function publishPort(port: number, socket: string): Promise<AsyncDisposable> {
  await using opening = new AsyncDisposableStack()
  for (const host of loopbacks) {
    const listening = await listenOn(port, host, socket)
    if (listening !== undefined) opening.use(listening)
  }
  return opening.move()
}

async function listenOn(
  port: number,
  host: (typeof loopbacks)[number],
  socket: string,
): Promise<Listening | undefined> {
  // One side may have said all and still be listening.
  const server = createServer({ allowHalfOpen: true }, (outside) => {
    const inside = connect({ path: socket, allowHalfOpen: true })
    closeTogether(outside, inside)
    outside.pipe(inside).pipe(outside)
  })
  try {
    return await listen(server, { port, host })
  } catch (error) {
    if (isTaken(error)) throw takenPort(port)
    // A machine without IPv6.
    if (host === '::1') return undefined
    throw error
  }
}

function closeTogether(one: Socket, other: Socket): void {
  for (const [socket, peer] of [
    [one, other],
    [other, one],
  ] as const) {
    socket.on('error', () => peer.destroy())
    socket.on('close', () => peer.destroy())
  }
}
