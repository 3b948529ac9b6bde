import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import { commands } from './commands.ts'
import { longFlag } from './frame/options.ts'
import { links } from './programs.ts'

const reference = readFileSync(join(import.meta.dirname, '../../../docs/reference/cli.md'), 'utf8')

test('the reference has a section for every command, with each of its options and choices', () => {
  for (const command of commands) {
    const section = sectionOf(`\`agency ${command.name}\``)
    expect(section, command.name).not.toBe('')
    for (const option of command.options) {
      expect(section, command.name).toContain(`\`${longFlag(option)}`)
      for (const choice of option.choices ?? []) expect(section).toContain(`\`${choice}\``)
    }
    for (const choice of command.choices ?? []) expect(section).toContain(`\`${choice}\``)
  }
})

test('the reference has no command that does not exist', () => {
  const named = [...reference.matchAll(/^### `agency (.+)`$/gm)].map((match) => match[1])
  expect(new Set(named)).toEqual(new Set(commands.map(({ name }) => name)))
})

test('the reference names every program', () => {
  for (const { name } of links) expect(reference).toContain(`\`${name}\``)
})

verifies('CLI-006', 'every command that reports something has --json', () => {
  // These have nothing of their own to report, or speak to a person only.
  const silent = ['completion', 'demo', 'sandbox exec']
  const reporting = commands.filter(({ name }) => !silent.includes(name))
  const without = reporting.filter(({ options }) => !options.map(longFlag).includes('--json'))
  expect(without.map(({ name }) => name)).toEqual([])
})

test('summaries begin small and end without a stop, so that they line up', () => {
  for (const { summary } of commands) expect(summary).toMatch(/^[a-z].*[^.]$/)
})

test('an example, and what it is for, fits into 80 columns behind its indent', () => {
  for (const { examples } of commands) {
    for (const { line, tells } of examples) {
      expect(`  ${line}`.length, line).toBeLessThanOrEqual(80)
      expect(`  # ${tells}`.length, tells).toBeLessThanOrEqual(80)
    }
  }
})

function sectionOf(heading: string): string {
  const [, after = ''] = reference.split(`### ${heading}\n`)
  return after.split(/^##/m)[0] ?? ''
}
