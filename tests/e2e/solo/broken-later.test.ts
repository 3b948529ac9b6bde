import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunEvent } from '@agency/core'
import { verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import {
  answersIn,
  askedOf,
  bash,
  claim,
  eventsIn,
  readStatus,
  resultIn,
  sessions,
  setOpenWork,
  type ToolCall,
} from './open-work.ts'

/** A module and its test, which nobody touches again. */
function working(...names: readonly string[]): Record<string, string> {
  const files = names.flatMap((name) => [
    [`${name}.mjs`, 'export const sum = (a, b) => a + b\n'],
    [`${name}.test.mjs`, testOf(name)],
  ])
  return Object.fromEntries(files)
}

const testOf = (name: string) => `import { expect, test } from 'bun:test'
import { sum } from './${name}.mjs'
test('adds', () => expect(sum(1, 2)).toBe(3))
`

const breaking = `const fs = require('node:fs')
fs.writeFileSync('broken.mjs', 'export const sum = (a, b) => a - b')
fs.unlinkSync('deleted.mjs')
`

const deliverable = (id: string) => ({ id, name: id, verify: [`bun test ${id}.test.mjs`] })
const run = ['run', '--json', '--delay', '1ms']
const turns = (calls: readonly ToolCall[]) =>
  `${calls.map((call) => `\n      - do: [ ${JSON.stringify(call)} ]`).join('')}\n      - say: done\n`

verifies(
  ['AUT-057', 'AUT-058'],
  'code that a later session breaks or deletes, its tests untouched, is found before success and mended',
  async () => {
    const ids = ['broken', 'deleted', 'kept', 'later']
    const work = [
      ['broken', 'deleted', 'kept'].map(claim),
      [bash('node break.cjs'), claim('later')],
      [
        { Read: { file_path: '{{cwd}}/.autonoe/status.json' } },
        bash('cp kept.mjs broken.mjs && cp kept.mjs deleted.mjs'),
        claim('broken'),
        claim('deleted'),
      ],
    ]
    await using stage = await setOpenWork(sessions(...work.map(turns)), {
      deliverables: ids.map(deliverable),
      files: { ...working(...ids), 'break.cjs': breaking },
    })
    const { code, stdout, stderr } = await stage.agency(run).done
    expect(code, stderr).toBe(0)
    expect(resultIn(stdout)).toMatchObject({ outcome: 'all_passed', iterations: 3 })
    const answers = answersIn(stdout)
    expect(answers.filter(({ isError }) => isError)).toEqual([])
    const seen = answers[5]?.content ?? ''
    expect(seen).toContain('"lostPass"')
    expect(seen).toContain('the project has changed since it passed; `bun test broken.test.mjs`')
    const [first, second] = finalChecks(stdout)
    expect(first).toEqual(['1/3 broken refused', '2/3 deleted refused', '3/3 kept accepted'])
    expect(second?.every((line) => line.endsWith('accepted'))).toBe(true)
    expect(readStatus(stage).filter(({ passed, lostPass }) => !passed || lostPass)).toEqual([])
  },
)

test('done work in an unchanged project runs nothing; in a changed one its checks, unpaid', async () => {
  await using stage = await setOpenWork(sessions(turns([claim('sum')])), {
    deliverables: [deliverable('sum')],
    files: working('sum'),
  })
  const evidence = () => readdirSync(join(stage.project, '.autonoe/evidence')).sort()
  expect(await stage.agency(run).done).toMatchObject({ code: 0 })
  const asked = askedOf(stage)
  expect(await stage.agency(run).done).toMatchObject({ code: 0 })
  expect(evidence()).toEqual(['sum-1.json'])
  writeFileSync(join(stage.project, 'NOTES.md'), 'by hand')
  const { code, stdout } = await stage.agency(['run']).done
  expect(code).toBe(0)
  expect(stdout).toContain('? sum checked again, 1 of 1: the project has changed since it passed\n')
  expect(evidence()).toEqual(['sum-1.json', 'sum-2.json'])
  expect(askedOf(stage)).toBe(asked)
})

test('a check that writes something new each time is had once in a final check', async () => {
  const check =
    "import { writeFileSync } from 'node:fs'\nwriteFileSync('report', String(Math.random()))\n"
  await using stage = await setOpenWork(sessions(turns([claim('one'), claim('two')])), {
    deliverables: ['one', 'two'].map((id) => ({ id, name: id, verify: ['bun check.mjs'] })),
    files: { 'check.mjs': check },
  })
  const { code, stdout } = await stage.agency(run).done
  expect(code).toBe(0)
  expect(finalChecks(stdout)).toEqual([['1/2 one accepted', '2/2 two accepted']])
})

/** What each final check looked at, and what came of it. */
function finalChecks(stdout: string): string[][] {
  const checks: string[][] = []
  let current: Extract<RunEvent, { type: 'recheck' }> | undefined
  for (const event of eventsIn(stdout)) {
    if (event.type === 'recheck') current = event
    if (event.type !== 'gate' || current === undefined) continue
    const { number, total, deliverableId } = current
    if (number === 1) checks.push([])
    checks.at(-1)?.push(`${number}/${total} ${deliverableId} ${event.outcome}`)
    current = undefined
  }
  return checks
}
