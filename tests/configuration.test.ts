import { createSettings } from '@agency/core'
import { createBashPolicy, isProfileName, judgeCommand, profileNames } from '@agency/policy'
import { parseAgentConfiguration, profileChoices } from '@agency/protocol'
import { verifies } from '@agency/testing'
import { expect, test } from 'vitest'

test('the profiles that agent.json accepts are those that the policy knows', () => {
  expect([...profileChoices].sort()).toEqual([...profileNames].sort())
})

verifies('AUT-060', 'allowCommands adds to the profiles, also where profile restricts them', () => {
  const restricted = '{"profile": "node", "allowCommands": ["docker"]}'
  expect(decisions(restricted)).toEqual({
    docker: 'allow',
    npm: 'allow',
    pytest: 'deny',
    git: 'allow',
  })
  const all = '{"allowCommands": ["docker"]}'
  expect(decisions(all)).toEqual({ docker: 'allow', npm: 'allow', pytest: 'allow', git: 'allow' })
  expect(decisions('{}')).toEqual({ docker: 'deny', npm: 'allow', pytest: 'allow', git: 'allow' })
})

/** What a project with this agent.json may run. */
function decisions(agentJson: string): Record<string, string> {
  const configuration = parseAgentConfiguration(agentJson)
  if (!configuration.ok) throw configuration.error
  const settings = createSettings(configuration.value, {})
  const policy = createBashPolicy({
    profile: settings.profile?.filter(isProfileName),
    allowCommands: settings.allowCommands,
    projectDirectory: '/project',
  })
  const lines = { docker: 'docker ps', npm: 'npm test', pytest: 'pytest -q', git: 'git status' }
  return Object.fromEntries(
    Object.entries(lines).map(([name, line]) => [name, judgeCommand(line, policy).decision]),
  )
}
