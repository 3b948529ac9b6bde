import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '@agency/testing'
import { expect } from 'vitest'
import { openScenario, type Scenario } from './scenario.ts'

verifies(
  ['IT-005', 'AUT-144', 'AUT-146', 'AUT-152'],
  'from elsewhere, one session on the model that was named, then 1: not done',
  async () => {
    await using scenario = await openScenario('hello-world')
    const words = ['run', '-p', 'project', '-n', '1', '-m', 'claude-haiku-4-5']
    const { code, stdout, stderr } = await scenario.agency(words, { cwd: scenario.directory }).done
    expect(code, stdout + stderr).toBe(1)
    expect(scenario.instructions()).toHaveLength(1)
    expect(stdout).toContain('out of sessions: the limit of 1 session is reached')
    expect(modelsOf(scenario)).toEqual(new Set(['claude-haiku-4-5']))
    expect(JSON.parse(scenario.read('.autonoe/status.json')).deliverables).toHaveLength(1)
  },
)

verifies(
  ['AUT-015', 'AUT-146', 'AUT-204'],
  'what has passed stays so, the rest is worked on, by one run at a time',
  async () => {
    await using scenario = await openScenario('hello-world', { turns: goingOn })
    mkdirSync(join(scenario.project, '.autonoe'))
    const deliverables = ['DL-001', 'DL-002'].map((id) => ({
      ...{ id, name: `Part ${id}`, acceptanceCriteria: ['it is there'] },
      ...{ passed: id === 'DL-001', blocked: false },
    }))
    const status = join(scenario.project, '.autonoe/status.json')
    writeFileSync(status, JSON.stringify({ deliverables }))

    await Bun.$`mkfifo signal`.cwd(scenario.project)
    const first = scenario.agency(['run', '-n', '1'])
    await first.until('Session 1 started')
    const lock = scenario.read('.autonoe/run.lock')
    const second = await scenario.run('-n', '1')
    expect(second.code).not.toBe(0)
    expect(second.stderr).toContain(String(first.pid))
    expect(second.stderr).toContain(JSON.parse(lock).startedAt)
    await Bun.$`sh -c 'echo go on > signal'`.cwd(scenario.project)
    expect((await first.done).code, first.heard()).toBe(0)

    const [instruction = '', ...others] = scenario.instructions()
    expect(others).toEqual([])
    expect(modelsOf(scenario)).not.toEqual(new Set(['claude-haiku-4-5']))
    expect(instruction).toContain('# Build one deliverable')
    expect(instruction).toContain('neither passed nor blocked')
    expect(JSON.parse(readFileSync(status, 'utf8'))).toMatchObject({
      deliverables: [
        { id: 'DL-001', passed: true },
        { id: 'DL-002', passed: true },
      ],
    })

    // The lock of a process that is gone is no obstacle.
    writeFileSync(join(scenario.project, '.autonoe/run.lock'), lock)
    const third = await scenario.run('-n', '1')
    expect(third.code, third.stderr).toBe(0)
    expect(third.stdout).toContain('2 of 2 passed')
  },
)

/** Goes on when there is a signal. */
const goingOn = `
turns:
  - do: [{ Bash: { command: cat signal } }]
  - do: [{ mcp__autonoe-deliverable__set_deliverable_status: { deliverableId: DL-002, passed: true } }]
  - say: Done.`

/** The models that the sessions asked for. */
function modelsOf({ model }: Scenario): Set<string> {
  const asked = model.requests.filter(({ conversation }) => conversation !== undefined)
  return new Set(asked.map(({ body }) => (body as { model: string }).model))
}
