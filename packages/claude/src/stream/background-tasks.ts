import { isRecord, recordsIn, textIn } from './json.ts'

/** What runs in the background from this message on; undefined when the message does not tell. */
export function parseBackgroundTasks(message: unknown): readonly string[] | undefined {
  if (!isRecord(message) || message['subtype'] !== 'background_tasks_changed') return undefined
  return recordsIn(message, 'tasks').map((task) => textIn(task, 'description') || 'a task')
}
