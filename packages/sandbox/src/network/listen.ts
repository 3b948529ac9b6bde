import type { Server } from 'node:net'

/** Where a server listens: a socket file, or a port of a loopback address, 127.0.0.1 unless told. */
export type ListenAt =
  | { readonly socket: string }
  | { readonly port: number; readonly host?: '127.0.0.1' | '::1' }

export interface Listening extends AsyncDisposable {
  /** The port, when it listens on one. */
  readonly port: number | undefined
}

/** Starts a server that closes with its scope, open connections included. */
export async function listen(server: Server, at: ListenAt): Promise<Listening> {
  const connections = new Set<{ destroy(): void }>()
  server.on('connection', (connection) => {
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    if ('socket' in at) server.listen(at.socket, resolve)
    else server.listen(at.port, at.host ?? '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    port: address !== null && typeof address === 'object' ? address.port : undefined,
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const connection of connections) connection.destroy()
      await closed
    },
  }
}
