/**
 * The paths that only agency, or a person, may change. Each is a run of path segments and is
 * protected wherever it stands, so that a nested project is as safe as the outer one. What a
 * directory protects, it protects with everything below.
 *
 * `.git` itself, commondir, worktrees and config.worktree are ours: each decides which config git reads.
 * So are the to-do lists of a rebase, whose `exec` lines `git rebase --continue` runs.
 */
const protectedRuns: readonly (readonly string[])[] = [
  ['.autonoe'],
  ['.claude'],
  ['.mcp.json'],
  ['.git', 'hooks'],
  ['.git', 'config'],
  ['.git', 'config.worktree'],
  ['.git', 'modules'],
  ['.git', 'commondir'],
  ['.git', 'worktrees'],
  ['.git', 'rebase-merge'],
  ['.git', 'rebase-apply'],
  ['.git', 'sequencer'],
]

/** The same as paths, relative to the project. */
export const protectedPlaces: readonly string[] = protectedRuns.map((run) => run.join('/'))

/** Whether a path, read as text, names something protected. */
export function isProtectedPath(path: string): boolean {
  if (isPlain.test(path) && !hasProtectedName.test(path)) return false
  const segments = canonicalSegments(path)
  const last = segments.length - 1
  if (segments[last] === '.git') return true
  return segments.some((_, start) => protectedRuns.some((run) => standsAt(segments, start, run)))
}

/**
 * Whether a pattern with wildcards could name something protected, as `.auton*` could.
 * A wildcard at the start of a segment does not match a leading dot, as in bash.
 */
export function mayBeProtected(pattern: string, wildcard: RegExp): boolean {
  const segments = canonicalSegments(pattern)
  const matches = (segment: string, name: string) =>
    segment === name || segmentPattern(segment, wildcard).test(name)
  const last = segments[segments.length - 1]
  if (last !== undefined && matches(last, '.git')) return true
  return segments.some((_, start) =>
    protectedRuns.some((run) =>
      run.every((name, offset) => {
        const segment = segments[start + offset]
        return segment !== undefined && matches(segment, name)
      }),
    ),
  )
}

/** The lower-case segments of a path, with everything removed that some file system overlooks. */
function canonicalSegments(path: string): string[] {
  if (isPlain.test(path) && !endsInDot.test(path)) return collapse(path.toLowerCase().split('/'))
  const text = withoutScheme(path.trimStart())
    .normalize('NFKC')
    .replaceAll(ignorable, '')
    .toLowerCase()
  return collapse(text.split(/[/\\]+/).map(canonicalSegment))
}

/** A file URL names its path with escapes: `file:///p/%2Eautonoe`. */
function withoutScheme(path: string): string {
  if (!/^file:/i.test(path)) return path
  const escaped = path.slice('file:'.length)
  return escaped.replaceAll(/%[0-7][\dA-Fa-f]/g, (code) =>
    String.fromCharCode(Number.parseInt(code.slice(1), 16)),
  )
}

/** Every run begins with one of these, so most paths are answered at once. */
const hasProtectedName = /\.(autonoe|claude|mcp|git)/i

const isPlain = /^[\w./-]*$/
/** A name with a dot at its end, which NTFS drops. */
const endsInDot = /[\w-]\.+(\/|$)/

/** Zero-width and formatting characters, which HFS+ ignores in names. */
const ignorable = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g

/** The names that NTFS would give on a volume with short names. */
const shortNames: readonly (readonly [RegExp, string])[] = [
  [/^autono~\d+$/, '.autonoe'],
  [/^claude~\d+$/, '.claude'],
  [/^git~\d+$/, '.git'],
  [/^mcp~\d+\.jso$/, '.mcp.json'],
]

function canonicalSegment(segment: string): string {
  if (segment === '.' || segment === '..' || /^[a-z]:$/.test(segment)) return segment
  const withoutStream = segment.includes(':') ? segment.slice(0, segment.indexOf(':')) : segment
  const trimmed = withoutStream.replace(/[. ]+$/, '')
  return shortNames.find(([short]) => short.test(trimmed))?.[1] ?? trimmed
}

/** Without `.`, empty segments and what `..` takes back. */
function collapse(segments: readonly string[]): string[] {
  const kept: string[] = []
  for (const segment of segments) {
    if (segment === '' || segment === '.') continue
    if (segment === '..') kept.pop()
    else kept.push(segment)
  }
  return kept
}

function standsAt(segments: readonly string[], start: number, run: readonly string[]): boolean {
  return run.every((name, offset) => segments[start + offset] === name)
}

function segmentPattern(segment: string, wildcard: RegExp): RegExp {
  const parts = segment
    .split(wildcard)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const dotless = wildcard.test(segment.charAt(0)) ? '(?!\\.)' : ''
  return new RegExp(`^${dotless}${parts.join('.*')}$`, 's')
}
