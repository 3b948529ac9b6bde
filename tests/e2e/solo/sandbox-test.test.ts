import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '@agency/testing'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Answer, type Ended, openScenario, type Scenario } from './scenario.ts'

let scenario: Scenario
let ended: Ended
let answers: Answer[]

beforeAll(async () => {
  scenario = await openScenario('sandbox-test')
  mkdirSync(join(scenario.directory, 'other-home'))
  writeFileSync(join(scenario.directory, 'other-home/diary.txt'), 'Dear diary')
  ended = await scenario.run('-d', '-n', '1')
  answers = scenario.answers()
})
afterAll(() => scenario[Symbol.asyncDispose]())

verifies(
  'SC-X003',
  'neither a file tool nor a command reads outside the project, and the run shows the refusal',
  () => {
    const [account = ''] = readFileSync('/etc/passwd', 'utf8').split('\n')
    const output = ended.stdout + ended.stderr
    expect(output).toMatch(/^\[Recv\] tool_response: .*not allowed: "\/etc\/passwd"/m)
    expect(output).not.toContain(account)
    expect(JSON.stringify(scenario.model.requests)).not.toContain(account)
    expect(answers[0]?.failed).toBe(true)
    expect(answers[1]).toMatchObject({
      failed: true,
      text: expect.stringContaining('No such file'),
    })
  },
)

verifies('AUT-075', "a program in the sandbox finds nothing in somebody else's home", () => {
  expect(answers[2]?.failed).toBe(true)
  expect(answers[2]?.text).toContain('ENOENT')
  expect(JSON.stringify(scenario.model.requests)).not.toContain('Dear diary')
})

verifies('AUT-156', 'a forbidden command is really denied, a file really appears', () => {
  expect(answers[3]).toMatchObject({ failed: true, text: expect.stringContaining('not allowed') })
  expect(existsSync(join(scenario.project, 'SPEC.md'))).toBe(true)
  expect(existsSync(join(scenario.project, 'plant.js'))).toBe(true)
})

verifies('AUT-198', 'no program in the sandbox, and no file tool, writes into .autonoe/', () => {
  const planted = ['status.json', 'agent.json', 'evidence/DL-001-1.json']
  expect(answers[5]?.text.trim().split('\n')).toEqual(planted.map((name) => `EROFS ${name}`))
  // It ran, and could write beside it.
  expect(existsSync(join(scenario.project, 'made-by-a-program.txt'))).toBe(true)
  expect(answers[6]).toMatchObject({ failed: true, text: expect.stringContaining('protected') })
  const inside = readdirSync(join(scenario.project, '.autonoe'), { recursive: true })
  for (const name of planted) expect(inside).not.toContain(name)
})

verifies('AUT-152', 'a run that planned nothing has not reached its goal', () => {
  expect(ended.code).toBe(1)
})
