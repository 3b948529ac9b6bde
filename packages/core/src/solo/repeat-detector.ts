import type { ToolInvocation } from './stream-event.ts'

export const repeatLimit = 10

/** Answers whether a call is the tenth in a row of the same tool with the same arguments. */
export function createRepeatDetector(): (call: ToolInvocation) => boolean {
  let last: string | undefined
  let count = 0
  return (call) => {
    const print = JSON.stringify([call.name, call.input], sortKeys)
    count = print === last ? count + 1 : 1
    last = print
    return count >= repeatLimit
  }
}

/** The order in which a model writes its arguments makes them no other arguments. */
function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
