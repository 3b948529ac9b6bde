import type { AIEvent } from '@agency/core'
import { contentText, isRecord, numberIn, recordsIn, textIn } from './json.ts'

/** The name Claude Code gives to messages that no model wrote. */
export const synthetic = '<synthetic>'

/** One message of Claude's stream as events of agency's. What agency does not know is no event. */
export function translateMessage(message: unknown): AIEvent[] {
  if (!isRecord(message)) return []
  switch (message['type']) {
    case 'system':
      return translateSystem(message)
    case 'assistant':
      return translateAssistant(message)
    case 'user':
      return translateUser(message)
    case 'rate_limit_event':
      return translateLimit(message['rate_limit_info'])
    default:
      return []
  }
}

function translateSystem(message: Record<string, unknown>): AIEvent[] {
  switch (message['subtype']) {
    case 'init':
      return [
        {
          type: 'started',
          sessionId: textIn(message, 'session_id'),
          model: textIn(message, 'model'),
        },
      ]
    case 'api_retry': {
      const status = message['error_status']
      return [
        {
          type: 'request-retry',
          attempt: numberIn(message, 'attempt'),
          status: typeof status === 'number' ? status : undefined,
          delayMs: numberIn(message, 'retry_delay_ms'),
          reason: textIn(message, 'error'),
        },
      ]
    }
    default:
      return []
  }
}

function translateAssistant(message: Record<string, unknown>): AIEvent[] {
  const body = message['message']
  if (!isRecord(body)) return []
  const model = textIn(body, 'model')
  if (model === synthetic) return []
  return recordsIn(body, 'content').flatMap((block): AIEvent[] => {
    switch (block['type']) {
      case 'text':
        return [{ type: 'text', text: textIn(block, 'text'), model }]
      case 'thinking':
        return [{ type: 'thinking', text: textIn(block, 'thinking') }]
      case 'tool_use': {
        const input = isRecord(block['input']) ? block['input'] : {}
        const id = textIn(block, 'id')
        return [{ type: 'tool-call', id, name: textIn(block, 'name'), model, input }]
      }
      default:
        return []
    }
  })
}

function translateUser(message: Record<string, unknown>): AIEvent[] {
  const body = message['message']
  if (!isRecord(body)) return []
  return recordsIn(body, 'content')
    .filter((block) => block['type'] === 'tool_result')
    .map((block) => ({
      type: 'tool-result',
      id: textIn(block, 'tool_use_id'),
      isError: block['is_error'] === true,
      text: contentText(block['content']),
    }))
}

function translateLimit(information: unknown): AIEvent[] {
  if (!isRecord(information) || information['status'] !== 'rejected') return []
  const seconds = numberIn(information, 'resetsAt')
  return seconds === 0 ? [] : [{ type: 'limit', resetsAt: new Date(seconds * 1000) }]
}
