import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '@agency/testing'
import { expect } from 'vitest'

verifies('AUT-081', 'the documentation names the layers and says which one is the boundary', () => {
  const path = join(import.meta.dirname, '../../../docs/security.md')
  const text = readFileSync(path, 'utf8').replaceAll(/\s+/g, ' ')
  const layers = [
    '| OS sandbox |',
    '| File-system scope |',
    '| Bash policy |',
    '| Protected paths |',
  ]
  const places = layers.map((layer) => text.indexOf(layer))
  expect(places.every((place) => place > 0)).toBe(true)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(text).toContain('The OS sandbox, not the bash policy, is the boundary')
})
