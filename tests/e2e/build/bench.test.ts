import { join } from 'node:path'
import { type CompiledAgency, compileAgency, verifies } from '@agency/testing'
import { beforeAll, expect, test } from 'vitest'
import { findPlaces } from '../../../bench/places.ts'
import { runProcess } from '../../../bench/run-process.ts'
import { compare, formatSection } from '../../../bench/section.ts'
import { measureStartUp } from '../../../bench/start-up.ts'

let compiled: CompiledAgency
beforeAll(async () => {
  compiled = await compileAgency()
})

verifies(
  ['AUT-168', 'OPS-012'],
  'the bench measures the start of agency --version, which is no slower than that of claude',
  async () => {
    const places = { ...findPlaces(), agency: join(compiled.directory, 'agency') }
    const section = await measureStartUp(places, runs)
    const version = compare(section).find((row) => row.name === 'agency --version')
    expect(section.peer).toBe('claude --version')
    expect(version).toMatchObject({ aim: 1, runs, met: true })
    expect(version?.ratio).toBeLessThan(1)
    expect(formatSection(section)).toMatch(/agency --version +[\d.]+ ms +[\d.]+× +ok \(aim ≤ 1×\)/)
  },
)

/** In turns with claude, and of each the median: a busy machine falls on both. */
const runs = 9

test('the memory of a process counts what it started', async () => {
  const holding = 'const held = Buffer.alloc(150 * 2 ** 20, 1); await Bun.sleep(300); held.at(0)'
  const starting = `Bun.spawnSync([process.execPath, '-e', ${JSON.stringify(holding)}])`
  const { megabytesWithChildren } = await runProcess({ argv: [process.execPath, '-e', starting] })
  expect(megabytesWithChildren).toBeGreaterThan(150)
})
