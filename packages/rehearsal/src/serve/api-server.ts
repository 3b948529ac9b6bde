import { AgencyError } from '@agency/core'
import { parseJson } from '../parse-json.ts'
import { listen } from './listen.ts'

export interface ApiServerOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number
  /** Called once for every request, as soon as its answer is known; nobody else keeps it. */
  readonly onRequest?: (request: RehearsalRequest) => void
}

/** One request and what became of it. */
export interface RehearsalRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  /** Who asked; absent for requests outside any conversation. */
  readonly conversation?: string
  readonly summary: string
}

/** A running server of any kind: playing, recording or replaying. Whoever creates it disposes it. */
export interface RehearsalServer extends AsyncDisposable {
  readonly url: string
  readonly port: number
}

export interface Incoming {
  readonly id: string
  readonly request: Request
  readonly path: string
  readonly text: string
  /** The body as JSON; undefined when it is none. */
  readonly body: unknown
  /** Aborts when the client goes or the server stops. */
  readonly signal: AbortSignal
  /** Every request is logged once. */
  log(summary: string, conversation?: string): void
}

/** Numbers, reads and logs requests on loopback. Throws `port_in_use` when the port is taken. */
export function createApiServer(
  /** What plays the model; undefined where a real one answers. */
  rehearsal: string | undefined,
  options: ApiServerOptions,
  handle: (incoming: Incoming) => Promise<Response>,
): RehearsalServer {
  const stopping = new AbortController()
  let count = 0

  async function receive(request: Request, id: string): Promise<Incoming> {
    const path = new URL(request.url).pathname
    const text = await request.text()
    const body = parseJson(text)
    return {
      id,
      request,
      path,
      text,
      body,
      signal: AbortSignal.any([request.signal, stopping.signal]),
      log(summary, conversation) {
        const headers = Object.fromEntries(request.headers)
        const who = conversation === undefined ? {} : { conversation }
        options.onRequest?.({ method: request.method, path, headers, body, summary, ...who })
      },
    }
  }

  const server = listen(options.port ?? 0, async (request) => {
    const incoming = await receive(request, `req_rehearsal_${++count}`)
    const response = isHealthCheck(incoming) ? health(rehearsal, incoming) : await handle(incoming)
    if (rehearsal !== undefined) {
      response.headers.set('x-agency-rehearsal', encodeURIComponent(rehearsal))
    }
    return response
  })
  return {
    url: server.url,
    port: server.port,
    async [Symbol.asyncDispose]() {
      stopping.abort(new AgencyError('stopped', 'the rehearsal server has stopped'))
      await server.stop()
    },
  }
}

/** Claude Code looks at `/api/hello` before it begins, to see whether there is a network. */
function isHealthCheck({ request, path }: Incoming): boolean {
  const looks = request.method === 'GET' || request.method === 'HEAD'
  return looks && (path === '/' || path === '/api/hello')
}

function health(rehearsal: string | undefined, incoming: Incoming): Response {
  incoming.log('health')
  return Response.json({ rehearsal })
}
