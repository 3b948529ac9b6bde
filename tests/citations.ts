import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './sources.ts'

export interface Citation {
  readonly id: string
  readonly file: string
}

/** Every id that a test cites through verifies(), read from the source. */
export function loadCitations(): Citation[] {
  const files = new Bun.Glob('{packages,apps,tests}/**/*.test.ts').scanSync({ cwd: root })
  return [...files]
    .filter((file) => !file.includes('node_modules'))
    .flatMap((file) =>
      citationsIn(readFileSync(join(root, file), 'utf8')).map((id) => ({ id, file })),
    )
}

export function citationsIn(text: string): string[] {
  const calls = text.matchAll(/\bverifies\(\s*(?:'([^']+)'|\[([^\]]*)\])/g)
  return [...calls].flatMap(([, single, list]) =>
    single === undefined
      ? [...(list ?? '').matchAll(/'([^']+)'/g)].map((id) => id[1] ?? '')
      : [single],
  )
}
