import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '@agency/testing'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Ended, openScenario, type Scenario } from './scenario.ts'

let scenario: Scenario
let ended: Ended

beforeAll(async () => {
  scenario = await openScenario('sandbox-test')
  ended = await scenario.run('-d', '-n', '1')
})
afterAll(() => scenario[Symbol.asyncDispose]())

verifies(
  'SC-X003',
  'neither a file tool nor a command reads outside the project, and the run shows the refusal',
  () => {
    const [account = ''] = readFileSync('/etc/passwd', 'utf8').split('\n')
    const output = ended.stdout + ended.stderr
    expect(output).not.toContain(account)
    expect(JSON.stringify(scenario.model.requests)).not.toContain(account)
    const refusals = output.split('\n').filter((line) => line.includes('/etc/passwd'))
    expect(refusals.join('\n')).toMatch(/permission denied|not allowed|blocked/i)
    expect(
      scenario
        .answers()
        .slice(0, 2)
        .map(({ failed }) => failed),
    ).toEqual([true, true])
  },
)

verifies('AUT-156', 'a forbidden command is really denied, a file really appears', () => {
  const [, , removal] = scenario.answers()
  expect(removal?.failed).toBe(true)
  expect(existsSync(join(scenario.project, 'SPEC.md'))).toBe(true)
  expect(existsSync(join(scenario.project, 'plant.js'))).toBe(true)
})

verifies('AUT-198', 'no program in the sandbox, and no file tool, writes into .autonoe/', () => {
  const planted = scenario.answers()[4]?.text.trim().split('\n')
  expect(planted).toEqual(
    ['status.json', 'agent.json', 'evidence/DL-001-1.json'].map((name) => `EROFS ${name}`),
  )
  // It ran, and could write beside it.
  expect(existsSync(join(scenario.project, 'made-by-a-program.txt'))).toBe(true)
  expect(scenario.answers()[5]?.failed).toBe(true)
  const inside = readdirSync(join(scenario.project, '.autonoe'), { recursive: true })
  expect(inside).not.toContain('agent.json')
  expect(inside).not.toContain('evidence/DL-001-1.json')
  expect(inside).not.toContain('status.json')
})

verifies('AUT-152', 'a run that planned nothing has not reached its goal', () => {
  expect(ended.code).toBe(1)
})
