import { join } from 'node:path'
import { type CompiledAgency, compileAgency, verifies } from '@agency/testing'
import { beforeAll, expect } from 'vitest'
import { findPlaces } from '../../../bench/places.ts'
import { compare, formatSection } from '../../../bench/section.ts'
import { measureStartUp } from '../../../bench/start-up.ts'

let compiled: CompiledAgency
beforeAll(async () => {
  compiled = await compileAgency()
})

verifies(
  ['AUT-168', 'OPS-012'],
  'the bench puts the start of agency --version beside that of claude, with the aim of 1.0',
  async () => {
    const places = { ...findPlaces(), agency: join(compiled.directory, 'agency') }
    const section = await measureStartUp(places, 3)
    const version = compare(section).find((row) => row.name === 'agency --version')
    expect(section.peer).toBe('claude --version')
    expect(version).toMatchObject({ aim: 1, runs: 3 })
    expect(version?.medianMs).toBeGreaterThan(0)
    expect(formatSection(section)).toMatch(/agency --version +[\d.]+ ms +[\d.]+× +(ok|MISSED)/)
  },
)
