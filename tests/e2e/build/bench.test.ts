import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CompiledAgency, compileAgency, temporaryDirectory, verifies } from '@agency/testing'
import { beforeAll, expect, test } from 'vitest'
import { findPlaces } from '../../../bench/places.ts'
import { megabytesWithChildrenOf } from '../../../bench/run-process.ts'
import { compare, formatSection } from '../../../bench/section.ts'
import { measureStartUp } from '../../../bench/start-up.ts'
import { until } from '../processes.ts'

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
  await using place = await temporaryDirectory()
  const [held, seen] = [place.join('held'), place.join('seen')]
  const holding = `const memory = Buffer.alloc(150 * 2 ** 20, 1)
await Bun.write('${held}', 'x')
while (!(await Bun.file('${seen}').exists())) await Bun.sleep(10)
memory.at(0)`
  const starting = `Bun.spawnSync([process.execPath, '-e', ${JSON.stringify(holding)}])`
  const looking = megabytesWithChildrenOf({ argv: [process.execPath, '-e', starting] })
  await until('the memory is held', () => existsSync(held))
  // It is looked at every 10 ms by a timer of this process: when this one rings, that one has.
  await new Promise((resolve) => setTimeout(resolve, 50))
  writeFileSync(seen, '')
  expect(await looking).toBeGreaterThan(150)
})
