import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { links } from './programs.ts'

test('build.sh links every name of the executable', () => {
  const script = readFileSync(join(import.meta.dirname, '../../../build.sh'), 'utf8')
  const linked = /^names="(.*)"$/m.exec(script)?.[1]?.split(' ')
  expect(linked).toEqual(links.map(({ name }) => name))
})
