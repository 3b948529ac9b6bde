/** Values that every turn can name; `keep` adds more. */
export const builtInNames = ['cwd', 'prompt', 'result'] as const

export type Values = Readonly<Record<string, string | undefined>>

const placeholder = /(\\?)\{\{\s*([A-Za-z_][\w-]*)\s*\}\}/g

/** The names that a text asks for. `\{{name}}` asks for nothing: it stands for itself. */
export function namesIn(text: string): string[] {
  return [...text.matchAll(placeholder)].filter(([, escaped]) => !escaped).map((m) => m[2] ?? '')
}

/** Fills in the values. Throws a MissingValueError for a name that has none yet. */
export function fillText(text: string, values: Values): string {
  return text.replaceAll(placeholder, (whole, escaped: string, name: string) => {
    if (escaped) return whole.slice(1)
    const value = values[name]
    if (value === undefined) throw new MissingValueError(name)
    return value
  })
}

/** Fills in every text inside a JSON value; keys stay as they are. */
export function fillJson(value: unknown, values: Values): unknown {
  if (typeof value === 'string') return fillText(value, values)
  if (Array.isArray(value)) return value.map((item) => fillJson(item, values))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fillJson(item, values)]),
  )
}

export class MissingValueError extends Error {
  readonly valueName: string

  constructor(valueName: string) {
    super(`{{${valueName}}} has no value yet`)
    this.valueName = valueName
  }
}
