export interface Difference {
  /** `messages[4].content[0].text` */
  readonly path: string
  readonly recorded: string
  readonly got: string
}

/** The first place, in reading order, where two JSON values part. */
export function firstDifference(
  recorded: unknown,
  got: unknown,
  path = '',
): Difference | undefined {
  if (Object.is(recorded, got)) return undefined
  if (!isBranch(recorded) || !isBranch(got) || Array.isArray(recorded) !== Array.isArray(got)) {
    return { path: path || 'body', ...around(show(recorded), show(got)) }
  }
  for (const key of new Set([...Object.keys(recorded), ...Object.keys(got)])) {
    const step = Array.isArray(recorded) ? `${path}[${key}]` : path ? `${path}.${key}` : key
    const found = firstDifference(recorded[key], got[key], step)
    if (found) return found
  }
  return undefined
}

function isBranch(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value)
}

const before = 20
const length = 120

/** Of two long texts, the part where they begin to differ. */
function around(recorded: string, got: string): { recorded: string; got: string } {
  let same = 0
  while (same < recorded.length && recorded[same] === got[same]) same++
  const start = Math.max(0, same - before)
  const cut = (text: string) =>
    `${start > 0 ? '…' : ''}${text.slice(start, start + length)}${text.length > start + length ? '…' : ''}`
  return { recorded: cut(recorded), got: cut(got) }
}
