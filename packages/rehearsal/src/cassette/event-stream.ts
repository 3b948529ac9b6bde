import { parseJson } from '../parse-json.ts'

export interface SseEvent {
  readonly type: string
  readonly [key: string]: unknown
}

export function isEventStream(body: string): boolean {
  return /^(event|data):/.test(body)
}

/** The events of a stream, each block's deltas as one, changed one by one. What is no event stays. */
export function rewriteEvents(body: string, rewrite: (event: SseEvent) => unknown): string {
  const events = body.split('\n\n')
  const merged = mergeDeltas(events.map(readEvent))
  return events
    .flatMap((text, index) => {
      const event = merged[index]
      if (event === 'merged') return []
      if (event === undefined) return [text]
      return [`event: ${event.type}\ndata: ${JSON.stringify(rewrite(event))}`]
    })
    .join('\n\n')
}

function readEvent(text: string): SseEvent | undefined {
  const data = /^data: ?(.+)$/m.exec(text)?.[1]
  const value = data === undefined ? undefined : parseJson(data)
  return isRecord(value) && typeof value['type'] === 'string'
    ? { ...value, type: value['type'] }
    : undefined
}

/** A path or a key may be spread over several deltas: each block's pieces are joined in its first one. */
function mergeDeltas(
  events: readonly (SseEvent | undefined)[],
): (SseEvent | 'merged' | undefined)[] {
  const first = new Map<
    string,
    { position: number; delta: Record<string, unknown>; field: string }
  >()
  const merged: (SseEvent | 'merged' | undefined)[] = [...events]
  for (const [position, event] of events.entries()) {
    const delta = event?.type === 'content_block_delta' ? event['delta'] : undefined
    const field = isRecord(delta)
      ? textFields.find((name) => typeof delta[name] === 'string')
      : undefined
    if (event === undefined || !isRecord(delta) || field === undefined) continue
    const key = JSON.stringify([event['index'], field])
    const start = first.get(key)
    if (start === undefined) {
      const own = { ...delta }
      merged[position] = { ...event, delta: own }
      first.set(key, { position, delta: own, field })
      continue
    }
    start.delta[field] = `${start.delta[field] as string}${delta[field] as string}`
    merged[position] = 'merged'
  }
  return merged
}

const textFields = ['text', 'thinking', 'partial_json']

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
