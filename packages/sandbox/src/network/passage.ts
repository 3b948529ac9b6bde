import { connect, createServer } from 'node:net'
import type { Endpoint } from './endpoint.ts'
import { type ListenAt, type Listening, listen } from './listen.ts'

/** A way to one address of the host, for clients that know no proxy. */
export function openPassage(target: Endpoint, at: ListenAt): Promise<Listening> {
  const server = createServer((inside) => {
    const outside = connect(target.port, target.host)
    inside.on('error', () => outside.destroy())
    outside.on('error', () => inside.destroy())
    inside.pipe(outside).pipe(inside)
  })
  return listen(server, at)
}
