import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '@agency/testing'
import { expect } from 'vitest'
import { openScenario } from './scenario.ts'

verifies(
  ['SC-C005', 'AUT-007', 'AUT-148'],
  'a setting that turns the sandbox off is ignored aloud, in a run through the SDK without a .feature file',
  async () => {
    await using scenario = await openScenario('hello-world', {
      turns: 'turns: [ { do: [ { Bash: { command: cat /etc/passwd } } ] }, { say: seen } ]',
    })
    mkdirSync(join(scenario.project, '.autonoe'))
    writeFileSync(
      join(scenario.project, '.autonoe/agent.json'),
      '{ "sandbox": { "enabled": false } }',
    )
    const { stderr } = await scenario.run('-n', '1')
    expect(stderr).toContain('.autonoe/agent.json: "sandbox" is ignored')
    const [answer] = scenario.answers()
    expect(answer?.failed).toBe(true)
    expect(answer?.text).not.toContain('root:')
    const agents = scenario.model.requests.map(({ headers }) => headers['user-agent'])
    expect(agents.length).toBeGreaterThan(0)
    for (const agent of agents) expect(agent).toMatch(/sdk-ts|agent-sdk/)
    const help = await scenario.agency(['run', '--help']).done
    expect(help.stdout).toContain('.feature')
  },
)

verifies('AUT-138', 'without a browser one warning says so, and the run goes on', async () => {
  await using scenario = await openScenario('hello-world')
  const bin = join(scenario.directory, 'bin')
  mkdirSync(bin)
  for (const tool of [
    'bash',
    'sh',
    'env',
    'git',
    'grep',
    'cat',
    'test',
    'bwrap',
    'socat',
    'node',
  ]) {
    symlinkSync(
      Bun.which(tool, { PATH: scenario.environment['PATH'] ?? '' }) ?? '',
      join(bin, tool),
    )
  }
  const words = ['run', '-n', '1']
  const { stderr } = await scenario.agency(words, { environment: { PATH: bin } }).done
  expect(stderr.match(/no Chromium or Chrome is installed/g)).toHaveLength(1)
  expect(JSON.parse(scenario.read('.autonoe/status.json')).deliverables).toHaveLength(1)
})

verifies('AUT-147', 'no option takes a credential', async () => {
  await using scenario = await openScenario('hello-world')
  for (const words of [
    ['run', '--help'],
    ['ask', '--help'],
    ['init', '--help'],
  ]) {
    const { stdout } = await scenario.agency(words).done
    expect(stdout).not.toMatch(/--[a-z-]*(key|token|secret|password|credential)/i)
  }
})
