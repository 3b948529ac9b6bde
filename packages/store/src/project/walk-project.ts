import { type Dirent, lstatSync, readdirSync, type Stats } from 'node:fs'
import { basename } from 'node:path'
import { bytesOf, toBytePath } from './byte-path.ts'

/** The path is relative to the project, a character a byte. */
export type ProjectEntry =
  | ProjectFile
  | { readonly kind: 'directory' | 'out-of-reach'; readonly path: string }

export interface ProjectFile {
  readonly kind: 'file'
  readonly path: string
  /** Of a link, its own. */
  readonly stat: Stats
}

interface Part {
  /** The directory to begin with, which counts whatever it is. */
  readonly start: string
  /** Directories that have been walked, and are not again; the walk adds to them. */
  readonly walked: Set<string>
}

/**
 * All that is the project's own work, in a stable order: no git, no installed packages, no state of
 * agency, and no directory that says of itself that it is a cache or an environment.
 *
 * It walks by itself rather than asking git: git runs programs that a repository's own
 * configuration names, and the agent may write that. Reading synchronously is ten times as fast;
 * so that nothing else starves, it pauses after every thousand files.
 */
export async function* walkProject(
  projectDirectory: string,
  { start, walked }: Part = { start: '', walked: new Set() },
): AsyncGenerator<ProjectEntry> {
  const root = toBytePath(projectDirectory)
  let sincePause = 0
  const pending = [start]
  for (let directory = pending.pop(); directory !== undefined; directory = pending.pop()) {
    if (walked.has(directory)) continue
    const entries = entriesOf(`${root}/${directory}`)
    if (directory !== start && isCache(directory, entries)) continue
    walked.add(directory)
    if (!nameless.has(directory)) yield { kind: 'directory', path: directory }
    for (const entry of entries) {
      const path = directory === '' ? entry.name : `${directory}/${entry.name}`
      if (entry.isDirectory()) {
        if (!skipped.has(entry.name)) pending.push(path)
        continue
      }
      const file = lookAt(root, path)
      if (file !== undefined) yield file
      if (++sincePause % 1_000 === 0) await new Promise(setImmediate)
    }
  }
}

export const skipped = new Set(['.git', 'node_modules', '.autonoe', '__pycache__'])

/** The project itself, and what Claude makes for its commands and removes when a session ends. */
const nameless = new Set(['', '.claude', '.claude/.cc-writes'])

/** Cargo, pytest, mypy and ruff mark their caches so, Python its environments. */
const marks = new Set(['CACHEDIR.TAG', 'pyvenv.cfg'])
/** A mark alone is not believed: with one, a directory of sources would be out of sight. */
const cacheName = /^(?:\..+|target|venv|env)$/

function isCache(directory: string, entries: readonly Dirent[]): boolean {
  return cacheName.test(basename(directory)) && entries.some(({ name }) => marks.has(name))
}

/** Nothing where it went away. Where its directory is closed to us, or its path too long, a name is left. */
export function lookAt(root: string, path: string): ProjectEntry | undefined {
  try {
    const stat = lstatSync(bytesOf(`${root}/${path}`), { throwIfNoEntry: false })
    return stat === undefined ? undefined : { kind: 'file', path, stat }
  } catch {
    return { kind: 'out-of-reach', path }
  }
}

/** A directory that went away, or that only others may read, holds nothing to us. */
function entriesOf(path: string): Dirent[] {
  try {
    const entries = readdirSync(bytesOf(path), { withFileTypes: true, encoding: 'latin1' })
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1))
  } catch {
    return []
  }
}
