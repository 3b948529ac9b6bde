import { verifies } from '@agency/testing'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Ended, openScenario, type Scenario } from './scenario.ts'

let scenario: Scenario
let ended: Ended

beforeAll(async () => {
  scenario = await openScenario('nodejs')
  ended = await scenario.run('-n', '3')
})
afterAll(() => scenario[Symbol.asyncDispose]())

verifies('IT-002', 'a program for Node.js is written and greets', () => {
  expect(ended.code, ended.stdout + ended.stderr).toBe(0)
  const { stdout } = Bun.spawnSync(['node', 'hello.js'], { cwd: scenario.project })
  expect(stdout.toString()).toContain('Hello, World!')
})

verifies('AUT-053', 'a test runner that ran no test proves nothing, though it exits 0', () => {
  const refusal = scenario.answers().find(({ failed }) => failed)
  expect(refusal?.text).toContain('`node --test` executed no test, which counts as failed')
})

verifies('AUT-055', 'evidence of a test runner says how many tests ran', () => {
  const [refused, accepted] = [1, 2].map((number) =>
    JSON.parse(scenario.read(`.autonoe/evidence/DL-001-${number}.json`)),
  )
  expect(refused).toMatchObject({
    outcome: 'refused',
    checks: [{ command: 'node --test', exitCode: 0, tests: { outcome: 'empty', executed: 0 } }],
  })
  expect(accepted).toMatchObject({
    outcome: 'accepted',
    checks: [{ command: 'node --test', exitCode: 0, tests: { outcome: 'passed', executed: 1 } }],
  })
})

verifies('AUT-054', 'a check that the policy denies is not run, and the policy says why', () => {
  const refusal = scenario
    .answers()
    .find(({ failed, text }) => failed && text.includes('rm -rf hello.js'))
  expect(refusal?.text).toContain('the policy denies it: rm is not an allowed command')
  expect(scenario.read('hello.js')).toContain('Hello')
})

verifies('AUT-056', 'a pass without a check is accepted and called self-reported', () => {
  expect(ended.stdout).toMatch(/DL-003 +Kind words +self-reported/)
  const { deliverables } = JSON.parse(scenario.read('.autonoe/status.json'))
  expect(deliverables[2]).toMatchObject({ passed: true, proof: { kind: 'self-reported' } })
})
