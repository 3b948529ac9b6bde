import { type RunEvent, redactSecrets } from '@agency/core'

/** The event without secrets. It is done before anything is cut: half a secret would not be found. */
export function redactEvent(event: RunEvent, secrets: readonly string[]): RunEvent {
  return redact(event, (text) => redactSecrets(text, secrets))
}

function redact<T>(value: T, clean: (text: string) => string): T
function redact(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value)
  if (Array.isArray(value)) return value.map((item) => redact(item, clean))
  if (!isPlainObject(value)) return value
  const entries = Object.entries(value).map(([key, item]) => [clean(key), redact(item, clean)])
  return Object.fromEntries(entries)
}

/** Not a date or an error, which are kept as they are. */
function isPlainObject(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  )
}
