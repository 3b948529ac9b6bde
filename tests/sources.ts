import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

export const root = join(import.meta.dirname, '..')

export interface Source {
  /** Relative to the repository. */
  readonly path: string
  /** The room it lives in: `core`, `claude`, …, `cli`. */
  readonly room: string
  readonly isTest: boolean
  readonly text: string
  readonly imports: readonly string[]
}

/** Every TypeScript source of the rooms, with what it imports, types included. */
export function loadSources(): Source[] {
  const files = [...new Bun.Glob('{packages,apps}/*/src/**/*.{ts,tsx}').scanSync({ cwd: root })]
  return files.sort().map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const room = path.split('/')[1] ?? ''
    return { path, room, isTest: path.endsWith('.test.ts'), text, imports: importsOf(text) }
  })
}

/** Static, dynamic, type-only and re-exporting imports; comments do not count. */
export function importsOf(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const pattern =
    /(?:^|[;\s}])(?:from|import)\s*['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]/g
  return [...code.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? '')
}

/** The room a relative import lands in, by its path. */
export function roomOfRelative(source: Source, specifier: string): string {
  const target = relative(root, join(root, dirname(source.path), specifier))
  return target.split('/')[1] ?? ''
}
