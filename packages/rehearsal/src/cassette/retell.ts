import { rehearsalModel } from '../api/answer.ts'
import { parseJson } from '../parse-json.ts'
import { isEventStream, isRecord, rewriteEvents, type SseEvent } from './event-stream.ts'

export interface Retelling {
  readonly recordedCwd: string | undefined
  readonly cwd: string | undefined
}

/**
 * A recorded answer for a new run: paths move from the recorded directory to the new one, and the
 * model is named for what it is now. Text that is no message is left as it was recorded.
 */
export function retell(body: string, retelling: Retelling): string {
  if (!isEventStream(body)) return retellJson(body, retelling)
  return rewriteEvents(body, (event) => move(rename(event), retelling))
}

function retellJson(body: string, retelling: Retelling): string {
  const value = parseJson(body)
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
