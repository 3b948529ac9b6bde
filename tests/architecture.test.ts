import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '@agency/testing'
import { describe, expect, test } from 'vitest'
import { importsOf, loadSources, roomOfRelative, root, type Source } from './sources.ts'

const foundation = ['core', 'protocol']
const adapters = ['policy', 'sandbox', 'claude', 'rehearsal', 'reports', 'beads', 'store']

/** Who may import whom; docs/architecture.md says why. A room that is not here may not exist. */
const allowed: Readonly<Record<string, readonly string[] | 'everything'>> = {
  core: [],
  protocol: ['core'],
  ...Object.fromEntries(adapters.map((room) => [room, foundation])),
  actions: [...foundation, 'reports', 'beads'],
  agent: foundation,
  fleet: foundation,
  directors: [...foundation, 'fleet'],
  view: [...foundation, 'fleet'],
  testing: foundation,
  cli: 'everything',
}

const sources = loadSources()
const rooms = [...readdirSync(join(root, 'packages')), ...readdirSync(join(root, 'apps'))]
const product = sources.filter((source) => !source.isTest && source.room !== 'testing')

describe('the check itself', () => {
  test('has read sources and imports in every room', () => {
    for (const room of rooms) {
      const inRoom = sources.filter((source) => source.room === room)
      expect(inRoom.length, `sources in ${room}`).toBeGreaterThan(0)
      expect(
        inRoom.flatMap((source) => source.imports).length,
        `imports in ${room}`,
      ).toBeGreaterThan(0)
    }
    expect(edges('cli')).toContain('core')
  })

  test('sees every form of import and no comment', () => {
    const text = [
      "import a from 'a'",
      "import type { B } from 'b'",
      "export * from 'c'",
      "const d = await import('d')",
      "import 'e'",
      "import {\n  f,\n} from 'f'",
      "// import g from 'g'",
      "/* import h from 'h' */",
    ].join('\n')
    expect(importsOf(text).sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })

  test('would object to a forbidden edge', () => {
    expect(isAllowed('core', 'claude')).toBe(false)
    expect(isAllowed('claude', 'rehearsal')).toBe(false)
    expect(isAllowed('claude', 'core')).toBe(true)
  })
})

test('every room is one that the architecture knows', () => {
  expect(rooms.filter((room) => !(room in allowed))).toEqual([])
})

verifies(['RUN-003', 'AUT-006'], 'a room imports only the rooms that it may', () => {
  const wrong = rooms.flatMap((room) =>
    edges(room)
      .filter((target) => !isAllowed(room, target))
      .map((target) => `${room} → ${target}`),
  )
  expect(wrong).toEqual([])
})

verifies(['RUN-002', 'AUT-006'], 'core depends on nothing: no package, no node:*, no Bun', () => {
  const core = product.filter((source) => source.room === 'core')
  expect(core.length).toBeGreaterThan(5)
  const foreign = core.flatMap((source) => source.imports.filter((name) => !name.startsWith('.')))
  expect(foreign).toEqual([])
  expect(core.filter((source) => /\bBun\b|\bprocess\b\./.test(source.text))).toEqual([])
  const manifest = JSON.parse(readFileSync(join(root, 'packages/core/package.json'), 'utf8'))
  expect(manifest.dependencies ?? {}).toEqual({})
})

test('nobody imports past the door of a room', () => {
  const wrong = sources.flatMap((source) =>
    source.imports
      .filter((name) => isPastTheDoor(source, name))
      .map((name) => `${source.path}: ${name}`),
  )
  expect(wrong).toEqual([])
})

test('what is for tests is not part of the product', () => {
  const wrong = product.flatMap(({ path, imports }) =>
    imports
      .filter((name) => /(^|\/)testing\//.test(name) || name.endsWith('.test.ts'))
      .map((name) => `${path}: ${name}`),
  )
  expect(wrong).toEqual([])
})

test('there are no cycles among the rooms', () => {
  const visiting = new Set<string>()
  const done = new Set<string>()
  const visit = (room: string, trail: string[]): void => {
    if (done.has(room)) return
    if (visiting.has(room)) throw new Error(`cycle: ${[...trail, room].join(' → ')}`)
    visiting.add(room)
    for (const target of edges(room)) visit(target, [...trail, room])
    done.add(room)
  }
  for (const room of rooms) visit(room, [])
})

test('only apps read the environment', () => {
  const readers = product.filter(
    (source) =>
      source.path.startsWith('packages/') &&
      /\b(process|Bun|import\.meta)\.env\b/.test(source.text),
  )
  expect(readers.map((source) => source.path)).toEqual([])
})

/** The rooms that the product code of a room imports. */
function edges(room: string): string[] {
  const names = product
    .filter((source) => source.room === room)
    .flatMap((source) => source.imports)
    .filter((name) => name.startsWith('@agency/'))
    .map((name) => name.split('/')[1] ?? '')
  return [...new Set(names)].sort()
}

function isAllowed(room: string, target: string): boolean {
  const targets = allowed[room]
  return targets === 'everything' || (targets?.includes(target) ?? false)
}

function isPastTheDoor(source: Source, specifier: string): boolean {
  if (specifier.startsWith('@agency/')) return specifier.split('/').length > 2
  return specifier.startsWith('.') && roomOfRelative(source, specifier) !== source.room
}
