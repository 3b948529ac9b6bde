import { createHash } from 'node:crypto'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '@agency/testing'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Ended, openScenario, runAlone, type Scenario, systemPath } from './scenario.ts'

/** One run of the executable alone, through its link, seen from many sides. */
let scenario: Scenario
let ended: Ended
let commit: string

beforeAll(async () => {
  scenario = await openScenario('hello-world')
  writeFileSync(join(scenario.project, '.gitignore'), 'nothing\n')
  git('init', '-q')
  git('add', '-A')
  git('-c', 'user.name=A', '-c', 'user.email=a@localhost', 'commit', '-qm', 'Begin')
  commit = git('rev-parse', 'HEAD')
  ended = await runAlone(scenario, 'run', '-d', '-n', '3', '--delay', '100ms')
})
afterAll(() => scenario[Symbol.asyncDispose]())

verifies(['IT-001', 'AUT-151'], 'the greeting is written, and the run says so with 0', () => {
  expect(ended.code, ended.stdout + ended.stderr).toBe(0)
  expect(scenario.read('hello.txt')).toContain('Hello, World!')
})

verifies(
  ['AUT-034', 'AUT-154', 'AUT-167'],
  'there was neither Bun nor a source file: the executable holds the instructions',
  () => {
    expect(Bun.which('bun', { PATH: systemPath })).toBeNull()
    const [first, second] = scenario.instructions()
    expect(first).toContain('# Plan the work')
    expect(second).toContain('# Build one deliverable')
  },
)

verifies('AUT-050', 'the verify commands of a plan are stored with their deliverable', () => {
  const [planned] = JSON.parse(scenario.read('.autonoe/status.json')).deliverables
  expect(planned.verify).toEqual(["grep -qx 'Hello, World!' hello.txt", 'test ! -e /etc/passwd'])
})

verifies('IT-004', 'the status on disk says that the first deliverable has passed', () => {
  expect(JSON.parse(scenario.read('.autonoe/status.json')).deliverables[0].passed).toBe(true)
})

verifies(
  ['SC-S001', 'SC-S002', 'AUT-130'],
  'session 1 is sent the initializer instruction, the next one the coding one',
  () => {
    expect(ended.stdout).toContain('Session 1 started')
    const [first = '', second = ''] = scenario.instructions()
    expect(first).toContain('# Plan the work')
    expect(second).toContain('# Build one deliverable')
    const sent = [...ended.stderr.matchAll(/^\[Send\] ([\s\S]*?)\n\[Recv\]/gm)].map(
      ([, text]) => text,
    )
    expect(sent).toHaveLength(2)
    for (const [index, text = ''] of sent.entries()) {
      expect(text).toHaveLength(200)
      expect([first, second][index]).toContain(text)
    }
  },
)

verifies('AUT-131', 'with -d every event is shown by its kind, cut to 200 characters', () => {
  const contents = ended.stderr.split(/^\[(?:Recv\] \w+: |Send\] )/m).map((text) => text.trim())
  expect(Math.max(...contents.map(({ length }) => length))).toBe(200)
  expect(ended.stderr).toMatch(/^\[Recv\] agent_text: I read what is wanted\.$/m)
  expect(ended.stderr).toMatch(/^\[Recv\] tool_invocation: Read .*SPEC\.md"\}$/m)
  expect(ended.stderr).toMatch(/^\[Recv\] session_end: success/m)
})

verifies(
  'AUT-052',
  'a claim is checked by its command; the refusal names it, its exit code and output',
  () => {
    const refusal = scenario.answers().find(({ failed }) => failed)
    expect(refusal?.text).toContain("grep -qx 'Hello, World!' hello.txt")
    expect(refusal?.text).toContain('exit code 2')
    expect(refusal?.text).toContain('hello.txt: No such file or directory')
    expect(scenario.answers().at(-1)?.text).toContain('DL-001 passed')
  },
)

verifies(
  ['AUT-051', 'AUT-055'],
  'both claims left evidence of what ran in the sandbox, how it ended and on which commit',
  () => {
    const evidence = readdirSync(join(scenario.project, '.autonoe/evidence')).sort()
    expect(evidence).toEqual(['DL-001-1.json', 'DL-001-2.json'])
    const [refused, passed] = evidence.map((name) =>
      JSON.parse(scenario.read(`.autonoe/evidence/${name}`)),
    )
    const command = "grep -qx 'Hello, World!' hello.txt"
    const confined = { command: 'test ! -e /etc/passwd', exitCode: 0 }
    expect(refused).toMatchObject({ commit, checks: [{ command, exitCode: 2 }] })
    expect(passed).toMatchObject({ commit, checks: [{ command, exitCode: 0 }, confined] })
    expect(refused.checks[0].output).toContain('hello.txt: No such file or directory')
    expect(passed.checks[0].outputSha256).toBe(createHash('sha256').update('').digest('hex'))
  },
)

verifies('AUT-038', 'agency itself writes under .autonoe/ alone and leaves git as it was', () => {
  expect(existsSync(join(scenario.project, '.autonoe-note.txt'))).toBe(false)
  expect(git('rev-parse', 'HEAD')).toBe(commit)
  expect(git('for-each-ref')).toMatch(/^\S+ commit\s\S+$/)
  const changed = git('status', '--porcelain', '--ignored', '-uall').split('\n')
  const foreign = changed
    .map((line) => line.slice(3))
    .filter((path) => !path.startsWith('.autonoe/'))
  // The agent's own work.
  expect(foreign).toEqual(['hello.txt'])
})

verifies(
  ['AUT-017', 'AUT-028', 'AUT-157'],
  'the end tells outcome, sessions, tally, cost, time and who played the model',
  () => {
    expect(ended.stdout).toContain('done: 1 deliverable passed')
    expect(ended.stdout).toMatch(
      /^1 of 1 passed · 2 sessions · \$\d+\.\d\d · (\d+m )?\d+(\.\d)?s$/m,
    )
    expect(ended.stdout.match(/ so far$/gm)).toHaveLength(2)
    expect(ended.stdout).toContain('model: rehearsal')
  },
)

verifies('AUT-199', 'the tools of autonoe-deliverable list what they take', () => {
  const bodies = scenario.model.requests.map(({ body }) => body as { tools?: Tool[] } | undefined)
  const tools = bodies.flatMap((body) => body?.tools ?? [])
  const inputOf = (name: string) =>
    tools.find((tool) => tool.name === `mcp__autonoe-deliverable__${name}`)?.input_schema
  expect(inputOf('create_deliverable')).toMatchObject({
    required: ['deliverables'],
    properties: {
      deliverables: {
        items: {
          required: ['id', 'name', 'acceptanceCriteria'],
          properties: { verify: { type: 'array' }, tests: { type: 'array' } },
        },
      },
    },
  })
  expect(inputOf('set_deliverable_status')).toMatchObject({
    required: ['deliverableId', 'passed'],
    properties: { deliverableId: { type: 'string' }, passed: { type: 'boolean' } },
  })
  expect(inputOf('block_deliverable')).toMatchObject({
    required: ['deliverableId'],
    properties: { deliverableId: { type: 'string' } },
  })
})

interface Tool {
  readonly name: string
  readonly input_schema: unknown
}

function git(...words: string[]): string {
  const env = { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null' }
  const { stdout } = Bun.spawnSync(['git', ...words], { cwd: scenario.project, env })
  return stdout.toString().trimEnd()
}
