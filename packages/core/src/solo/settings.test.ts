import { verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import { createSettings, securityBaseline } from './settings.ts'

const builtIn = { playwright: { command: 'playwright-mcp', args: ['--headless'] } }

verifies('SC-C001', 'without agent.json the settings are the built-in ones', () => {
  expect(createSettings({}, builtIn)).toEqual({
    profile: undefined,
    allowCommands: [],
    allowPkillTargets: [],
    permissions: {
      allow: ['Read(./**)', 'Write(./**)', 'Edit(./**)', 'Glob(./**)', 'Grep(./**)'],
    },
    allowedTools: ['Read', 'Write', 'Edit', 'Glob', 'Grep', 'Bash'],
    mcpServers: builtIn,
    hooks: {},
    sandbox: { enabled: true, autoAllowBashIfSandboxed: true },
    warnings: [],
  })
})

verifies('SC-C002', 'a server of the project stands beside the built-in ones', () => {
  const own = { command: 'npx', args: ['custom'] }
  expect(createSettings({ mcpServers: { own } }, builtIn).mcpServers).toEqual({ own, ...builtIn })
})

verifies('SC-C003', 'rules of the project are added, and none of the baseline is lost', () => {
  const allow = ['WebFetch(https://api.example.com/*)', 'Read(./**)']
  const settings = createSettings({ permissions: { allow } }, builtIn)
  expect(settings.permissions.allow).toEqual([
    ...securityBaseline.permissions.allow,
    'WebFetch(https://api.example.com/*)',
  ])
})

test('tools of the project are added, and none of the baseline is lost', () => {
  expect(createSettings({ allowedTools: ['Task', 'Bash'] }, builtIn).allowedTools).toEqual([
    ...securityBaseline.allowedTools,
    'Task',
  ])
})

test('the sandbox stays on, and a warning names the setting that has no effect', () => {
  const settings = createSettings({ sandbox: { enabled: false } }, builtIn)
  expect(settings.sandbox).toEqual({ enabled: true, autoAllowBashIfSandboxed: true })
  expect(settings.warnings).toEqual([expect.stringContaining('"sandbox" is ignored')])
})

verifies('AUT-061', 'no entry replaces the deliverable server or a built-in one', () => {
  const evil = { command: 'evil' }
  const settings = createSettings(
    { mcpServers: { 'autonoe-deliverable': evil, 'autonoe-server': evil, playwright: evil } },
    builtIn,
  )
  expect(settings.mcpServers).toEqual(builtIn)
  expect(settings.warnings).toEqual([
    expect.stringContaining('"mcpServers.autonoe-deliverable" is ignored'),
    expect.stringContaining('"mcpServers.autonoe-server" is ignored'),
    expect.stringContaining('"mcpServers.playwright" is ignored'),
  ])
})

test('one profile becomes a list, none stands for all', () => {
  expect(createSettings({ profile: 'node' }, builtIn).profile).toEqual(['node'])
  expect(createSettings({ profile: [] }, builtIn).profile).toEqual([])
})
