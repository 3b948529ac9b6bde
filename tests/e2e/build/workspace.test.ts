import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '@agency/testing'
import { expect } from 'vitest'
import { root } from '../../sources.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const find = (pattern: string) =>
  [...new Bun.Glob(pattern).scanSync({ cwd: root })].filter(
    (path) => !/node_modules|\.tools/.test(path),
  )

verifies('AUT-169', 'one workspace, one lock file, every foreign version fixed at the root', () => {
  expect(find('**/{bun.lock,bun.lockb,package-lock.json,yarn.lock}')).toEqual(['bun.lock'])
  const { workspaces, devDependencies } = JSON.parse(read('package.json'))
  for (const [name, version] of Object.entries({ ...workspaces.catalog, ...devDependencies })) {
    expect(version, name).toMatch(/^(\d+\.\d+\.\d+|workspace:\*|catalog:)$/)
  }
  const manifests = find('{packages,apps}/*/package.json')
  expect(manifests.length).toBeGreaterThan(4)
  for (const path of manifests) {
    const { dependencies = {}, devDependencies: forTests = {} } = JSON.parse(read(path))
    for (const [name, version] of Object.entries({ ...dependencies, ...forTests })) {
      const fixed = name.startsWith('@agency/') ? 'workspace:*' : 'catalog:'
      expect(version, `${path}: ${name}`).toBe(fixed)
    }
  }
})

verifies('OPS-008', 'CLAUDE.md tells to run the check, its steps and the editor settings', () => {
  const guide = read('CLAUDE.md').replace(/^@(\S+)$/gm, (_, path: string) => read(path))
  expect(guide).toMatch(/before every commit[^.]*`\.\/build\.sh check`/i)
  for (const step of ['format', 'biome', 'oxlint', 'tsc', 'knip', 'unit tests']) {
    expect(guide.toLowerCase()).toContain(step)
  }
  expect(guide).toContain('.editorconfig')
})
