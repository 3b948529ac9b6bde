import { appendFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { errorMessage } from '@agency/core'
import {
  type ApiServerOptions,
  createApiServer,
  type Incoming,
  type RehearsalServer,
} from '../serve/api-server.ts'
import { errorResponse } from '../serve/respond.ts'
import { isEventStream, rewriteEvents } from './event-stream.ts'
import type { Exchange } from './exchange.ts'
import { type Origin, originOf } from './origin.ts'
import { withoutSecrets } from './secrets.ts'

export interface RecordServerOptions extends ApiServerOptions {
  /** The API that answers: requests go there as they came. */
  readonly upstream: URL
  /** Must not exist yet: creating the server throws EEXIST when it does. */
  readonly cassette: string
}

/**
 * Stands between Claude Code and the API, and writes down every exchange. The cassette is taken at
 * once, so that no other recording takes it, and given back at the end when nothing was recorded.
 */
export function createRecordServer(options: RecordServerOptions): RehearsalServer {
  const { upstream, cassette } = options
  let recorded = false
  const server = createApiServer(undefined, options, async (incoming) => {
    let answer: Response
    try {
      answer = await forward(incoming, upstream)
    } catch (error) {
      const message = `rehearsal record: ${upstream.host} did not answer (${errorMessage(error)})`
      incoming.log(message)
      return errorResponse({ kind: 'error', status: 502, message }, incoming.id)
    }
    const origin = originOf(incoming)
    const store = (body: string, cut: boolean) => {
      const exchange = describe(incoming, origin, answer, body, cut)
      const line = withoutSecrets(JSON.stringify(exchange), incoming.request.headers)
      const failure = append(cassette, `${line}\n`)
      recorded ||= failure === undefined
      const outcome = failure === undefined ? 'recorded' : `NOT recorded: ${failure}`
      incoming.log(`status ${answer.status}, ${outcome}`, origin.speaker)
    }
    const headers = new Headers(pickHeaders(answer.headers))
    if (answer.body === null) {
      store('', false)
      return new Response(null, { status: answer.status, headers })
    }
    return new Response(listenIn(answer.body, store), { status: answer.status, headers })
  })
  try {
    writeFileSync(cassette, '', { flag: 'wx', mode: 0o600 })
  } catch (error) {
    void server[Symbol.asyncDispose]()
    throw error
  }
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      if (!recorded) rmSync(cassette, { force: true })
    },
  }
}

/**
 * Returns why it could not be written, as on a full disk; then no half of it stays. Whoever is
 * recorded is not to suffer from it: the answer is paid for.
 */
function append(cassette: string, line: string): string | undefined {
  const before = statSync(cassette, { throwIfNoEntry: false })?.size ?? 0
  try {
    appendFileSync(cassette, line)
    return undefined
  } catch (error) {
    if (before < (statSync(cassette, { throwIfNoEntry: false })?.size ?? 0)) {
      truncateSync(cassette, before)
    }
    return errorMessage(error)
  }
}

function forward(incoming: Incoming, upstream: URL): Promise<Response> {
  const { pathname, search } = new URL(incoming.request.url)
  const target = new URL(`${upstream.pathname.replace(/\/$/, '')}${pathname}${search}`, upstream)
  const headers = new Headers(incoming.request.headers)
  for (const name of ['host', 'connection', 'content-length', 'accept-encoding']) {
    headers.delete(name)
  }
  const { method } = incoming.request
  return fetch(target, {
    method,
    headers,
    signal: incoming.signal,
    redirect: 'manual',
    ...(method === 'GET' || method === 'HEAD' ? {} : { body: incoming.text }),
  })
}

/** Passes the stream on piece by piece; the whole is stored before the client sees its end. */
function listenIn(
  stream: ReadableStream<Uint8Array>,
  store: (body: string, cut: boolean) => void,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let heard = ''
  let ended = false
  // A client that goes is told twice: its cancellation also breaks the read that is under way.
  const end = (cut: boolean) => {
    if (!ended) store(heard + decoder.decode(), cut)
    ended = true
  }
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (done) {
          end(false)
          controller.close()
          return
        }
        heard += decoder.decode(value, { stream: true })
        controller.enqueue(value)
      } catch (error) {
        end(true)
        controller.error(error)
      }
    },
    async cancel() {
      end(true)
      await reader.cancel()
    },
  })
}

function describe(
  incoming: Incoming,
  origin: Origin,
  answer: Response,
  body: string,
  cut: boolean,
): Exchange {
  return {
    cassette: 1,
    conversation: origin.conversation,
    side: origin.side,
    request: {
      method: incoming.request.method,
      path: incoming.path,
      body: withoutIdentity(incoming.body),
    },
    response: {
      status: answer.status,
      headers: pickHeaders(answer.headers),
      body: inWholeTexts(body),
      cut,
    },
  }
}

/** A key that came in pieces would not be seen for one. */
function inWholeTexts(body: string): string {
  return isEventStream(body) ? rewriteEvents(body, (event) => event) : body
}

/** The metadata names the person's device and account. */
function withoutIdentity(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body
  const { metadata: _, ...rest } = body as Record<string, unknown>
  return rest
}

/** Only what a client acts on; cookies, organisation ids and traces stay out. */
function pickHeaders(headers: Headers): Record<string, string> {
  const wanted = /^(content-type|retry-after|x-should-retry|request-id|anthropic-ratelimit-.+)$/
  return Object.fromEntries([...headers].filter(([name]) => wanted.test(name)))
}
