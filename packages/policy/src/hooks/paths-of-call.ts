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

/** Every text anywhere in the input of a tool that nobody knows, but for those that are contents. */
export function textsOfCall(input: unknown, depth = 0): string[] {
  if (typeof input === 'string') return input.length < 4096 && !input.includes('\n') ? [input] : []
  if (typeof input !== 'object' || input === null || depth > 6) return []
  return Object.entries(input).flatMap(([key, value]) =>
    contentKeys.test(key) ? [] : textsOfCall(value, depth + 1),
  )
}

const contentKeys =
  /^(content|contents|text|body|code|query|pattern|prompt|message|description|(new|old)_?(string|source|text)|edits)$/i
