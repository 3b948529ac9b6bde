/** The paths that a tool call names, or `unreadable` when a path is not text. */
export function pathsOfCall(
  input: Readonly<Record<string, unknown>>,
  isPathKey: (key: string) => boolean,
): readonly string[] | 'unreadable' {
  const paths: string[] = []
  for (const [key, value] of Object.entries(input)) {
    if (!isPathKey(key) || value === undefined) continue
    if (typeof value !== 'string') return 'unreadable'
    paths.push(value)
  }
  return paths
}

/**
 * Every text anywhere in the input that could be a path: values and names of fields, but for contents.
 * A field whose name speaks of a path counts however long it is; a command counts word by word.
 */
export function textsOfCall(input: unknown, key = '', depth = 0): string[] {
  if (typeof input === 'string') {
    if (commandKeys.test(key)) return input.split(/[\s;&|<>()"'`=]+/)
    return pathKeys.test(key) || (input.length < 4096 && !input.includes('\n')) ? [input] : []
  }
  if (typeof input !== 'object' || input === null || depth > deepest) return []
  if (Array.isArray(input)) return input.flatMap((value) => textsOfCall(value, key, depth + 1))
  return Object.entries(input).flatMap(([name, value]) =>
    contentKeys.test(name) ? [] : [name, ...textsOfCall(value, name, depth + 1)],
  )
}

/** A hook never throws: what is nested deeper than a stack is no tool call. */
const deepest = 500

const pathKeys = /path|file|dir|folder|uri|source|target|dest|from|^to$|^name$/i
const commandKeys = /^(command|cmd|script|args?)$/i

const contentKeys =
  /^(content|contents|text|body|query|pattern|prompt|message|description|selector|(new|old)_?(string|source|text))$/i
