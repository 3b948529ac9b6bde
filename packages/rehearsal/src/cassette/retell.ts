import { rehearsalModel } from '../api/answer.ts'

export interface Retelling {
  readonly recordedCwd: string | undefined
  readonly cwd: string | undefined
}

/**
 * A recorded answer for a new run: paths move from the recorded directory to the new one, and the
 * model is named for what it is now. Text that is no message is left as it was recorded.
 */
export function retell(body: string, retelling: Retelling): string {
  const isEvents = /^(event|data):/.test(body)
  if (!isEvents) return retellJson(body, retelling)
  const events = body.split('\n\n')
  const merged = mergeDeltas(events.map(readEvent))
  return events
    .flatMap((text, index) => {
      const event = merged[index]
      if (event === 'merged') return []
      if (event === undefined) return [text]
      const data = JSON.stringify(move(rename(event), retelling))
      return [`event: ${event.type}\ndata: ${data}`]
    })
    .join('\n\n')
}

interface SseEvent {
  readonly type: string
  readonly [key: string]: unknown
}

function readEvent(text: string): SseEvent | undefined {
  const data = /^data: ?(.+)$/m.exec(text)?.[1]
  const value = data === undefined ? undefined : parse(data)
  return isRecord(value) && typeof value['type'] === 'string'
    ? { ...value, type: value['type'] }
    : undefined
}

/** A path may be spread over several deltas: each block's pieces are joined in its first one. */
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

function retellJson(body: string, retelling: Retelling): string {
  const value = parse(body)
  return isRecord(value) ? JSON.stringify(move(renameMessage(value), retelling)) : body
}

function rename(event: SseEvent): SseEvent {
  const { message } = event
  return isRecord(message) ? { ...event, message: renameMessage(message) } : event
}

function renameMessage(message: Record<string, unknown>): Record<string, unknown> {
  return 'model' in message ? { ...message, model: rehearsalModel } : message
}

function move(value: unknown, retelling: Retelling): unknown {
  const { recordedCwd, cwd } = retelling
  if (recordedCwd === undefined || cwd === undefined || recordedCwd === cwd) return value
  if (typeof value === 'string') return value.replaceAll(recordedCwd, cwd)
  if (Array.isArray(value)) return value.map((item) => move(item, retelling))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, move(item, retelling)]),
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
