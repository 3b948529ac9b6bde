import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

export interface ReservedPort extends AsyncDisposable {
  readonly port: number
}

/**
 * A port of the loopback for a server that comes later. It is none that the system hands out to whoever asks for
 * any, and no other test has it: who reserves one holds its twin of UDP.
 */
export async function reservePort(): Promise<ReservedPort> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * count)
    const twin = await hold(port)
    if (twin === undefined) continue
    if (await isFree(port)) return { port, ...twin }
    await twin[Symbol.asyncDispose]()
  }
}

/** Linux hands out ports from 32768 on, macOS from 49152. */
const [lowest, count] = [20_000, 12_000]

function hold(port: number): Promise<AsyncDisposable | undefined> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4')
    socket.once('error', () => resolve(undefined))
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () =>
      resolve({
        [Symbol.asyncDispose]: () => new Promise((closed) => socket.close(() => closed())),
      }),
    )
  })
}

async function isFree(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '::1']) if (await isTaken(port, host)) return false
  return true
}

/** On a machine without IPv6 nobody has a port of ::1. */
function isTaken(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve('code' in error && error.code === 'EADDRINUSE'))
    server.listen(port, host, () => server.close(() => resolve(false)))
  })
}
