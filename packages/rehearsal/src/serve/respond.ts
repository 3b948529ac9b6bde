import { assertNever, type Clock } from '@agency/core'
import { type Answer, messageBody } from '../api/answer.ts'
import { errorBody } from '../api/error-body.ts'
import { messageEvents } from '../api/events.ts'

export interface Delivery {
  readonly requestId: string
  readonly stream: boolean
  readonly clock: Clock
  /** Aborts when the client goes or the server stops; ends every wait. */
  readonly signal: AbortSignal
}

/** Turns an answer into HTTP, faults included. */
export async function respond(answer: Answer, delivery: Delivery): Promise<Response> {
  switch (answer.kind) {
    case 'hang':
      await aborted(delivery.signal)
      return new Response(null, { status: 499 })
    case 'error':
      return errorResponse(answer, delivery.requestId)
    case 'message':
      return delivery.stream ? streamed(answer, delivery) : whole(answer, delivery)
    default:
      return assertNever(answer)
  }
}

export function errorResponse(
  error: Extract<Answer, { kind: 'error' }>,
  requestId: string,
): Response {
  const headers = new Headers({ 'request-id': requestId })
  if (error.retryAfterSeconds !== undefined) {
    headers.set('retry-after', String(error.retryAfterSeconds))
  }
  return Response.json(errorBody(error.status, error.message, requestId), {
    status: error.status,
    headers,
  })
}

type MessageAnswer = Extract<Answer, { kind: 'message' }>

async function streamed(answer: MessageAnswer, delivery: Delivery): Promise<Response> {
  const { manner } = answer
  const events = messageEvents(messageId(delivery), answer.content, answer.usage)
  switch (manner.kind) {
    case 'cut':
      return sse(brokenAfter(events.slice(0, cutPosition(events, manner.inside))), delivery)
    case 'malformed':
      return sse(
        [...events.slice(0, 3), 'event: content_block_delta\ndata: {"type":"conte\n\n'],
        delivery,
      )
    case 'whole': {
      await delivery.clock.sleep(manner.delayMs, delivery.signal)
      if (manner.chunkDelayMs === 0) return sse(events, delivery)
      return sse(spaced(events, manner.chunkDelayMs, delivery), delivery)
    }
    default:
      return assertNever(manner)
  }
}

async function whole(answer: MessageAnswer, delivery: Delivery): Promise<Response> {
  const { manner } = answer
  const body = JSON.stringify(messageBody(messageId(delivery), answer.content, answer.usage))
  const half = body.slice(0, body.length / 2)
  const headers = { 'content-type': 'application/json', 'request-id': delivery.requestId }
  switch (manner.kind) {
    case 'cut':
      return new Response(toStream(brokenAfter([half])), { headers })
    case 'malformed':
      return new Response(half, { headers })
    case 'whole':
      await delivery.clock.sleep(manner.delayMs, delivery.signal)
      return new Response(body, { headers })
    default:
      return assertNever(manner)
  }
}

/** Just after the first piece of the first block, or just before the last block is complete. */
function cutPosition(events: readonly string[], inside: 'first block' | 'last block'): number {
  return inside === 'first block'
    ? events.findIndex((event) => event.startsWith('event: content_block_delta')) + 1
    : events.findLastIndex((event) => event.startsWith('event: content_block_stop'))
}

function sse(events: Iterable<string> | AsyncIterable<string>, delivery: Delivery): Response {
  return new Response(toStream(events), {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'request-id': delivery.requestId,
    },
  })
}

async function* spaced(events: readonly string[], delayMs: number, delivery: Delivery) {
  for (const event of events) {
    await delivery.clock.sleep(delayMs, delivery.signal)
    yield event
  }
}

/** Sends what there is, then ends in the middle of nowhere. */
async function* brokenAfter(texts: readonly string[]): AsyncGenerator<string> {
  yield texts.join('')
  // A client throws away what it has not read when the connection breaks: it gets the time to, busy as it is.
  await new Promise((resolve) => setTimeout(resolve, 150))
  throw new Error('connection cut, as scripted')
}

function toStream(texts: Iterable<string> | AsyncIterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const iterator = (async function* () {
    for await (const text of texts) yield encoder.encode(text)
  })()
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await iterator.next()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        controller.error(error)
      }
    },
    async cancel() {
      await iterator.return(undefined)
    },
  })
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function messageId(delivery: Delivery): string {
  return delivery.requestId.replace('req_', 'msg_')
}
