import { createServer } from 'node:net'
import type { Check } from '../check.ts'

const first = 9000
const last = 9199

/** Agents, directors and the view listen in this range, and are looked for there. */
export const ports: Check = {
  name: 'ports',
  needed: false,
  async look(_place, signal) {
    const free = await firstFree(signal)
    if (free !== undefined) {
      return { state: 'ok', detail: `${free} is free, of ${first}–${last} on 127.0.0.1` }
    }
    const detail = `none of ${first}–${last} on 127.0.0.1 is free`
    return {
      state: 'warn',
      detail,
      fix: 'end what listens there: ss -ltnp "sport >= :9000 and sport <= :9199"',
    }
  },
}

async function firstFree(signal: AbortSignal): Promise<number | undefined> {
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
