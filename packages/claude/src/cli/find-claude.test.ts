import { mkdir, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { temporaryDirectory } from '@agency/testing'
import { expect, test } from 'vitest'
import { findClaude } from './find-claude.ts'

const shipped = () => '/sdk/claude'

test('a claude on PATH comes before the one that the SDK ships', async () => {
  await using directory = await temporaryDirectory()
  await writeFile(directory.join('claude'), '', { mode: 0o755 })
  expect(findClaude({ PATH: `/nowhere:${directory.path}` }, shipped)).toBe(directory.join('claude'))
  expect(findClaude({ PATH: '/nowhere' }, shipped)).toBe('/sdk/claude')
})

test('a directory, or a file that may not be executed, is no claude', async () => {
  await using directory = await temporaryDirectory()
  await mkdir(directory.join('one/claude'), { recursive: true })
  await mkdir(directory.join('two'))
  await writeFile(directory.join('two/claude'), '', { mode: 0o644 })
  for (const name of ['one', 'two']) {
    expect(findClaude({ PATH: directory.join(name) }, shipped), name).toBe('/sdk/claude')
    expect(() => findClaude({ CLAUDE_BIN: directory.join(name, 'claude') }, shipped)).toThrow(
      'is not an executable file',
    )
  }
})

test('an empty part of PATH is not the directory one happens to be in', async () => {
  await using directory = await temporaryDirectory()
  await writeFile(directory.join('claude'), '', { mode: 0o755 })
  const here = process.cwd()
  process.chdir(directory.path)
  try {
    expect(findClaude({ PATH: ':/nowhere:' }, shipped)).toBe('/sdk/claude')
  } finally {
    process.chdir(here)
  }
})

test('a relative path to claude is made absolute, as it is started elsewhere', () => {
  const path = relative(process.cwd(), '/bin/sh')
  expect(findClaude({ CLAUDE_BIN: path })).toBe('/bin/sh')
})
