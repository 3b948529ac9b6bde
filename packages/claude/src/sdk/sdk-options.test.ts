import { verifies } from '@agency/testing'
import { describe, expect, test } from 'vitest'
import type { ClaudeAgentClientOptions } from './client-options.ts'
import { toSdkMcpServers } from './mcp-servers.ts'
import { baselineRules } from './permission-rules.ts'
import { buildSdkOptions } from './sdk-options.ts'
import type { ServerTools } from './server-tools.ts'

const answer = async () => ({ success: true, message: '' })
const build = (
  changes: Partial<ClaudeAgentClientOptions> = {},
  setup = {},
  servers?: ServerTools,
) =>
  buildSdkOptions(
    {
      cwd: '/project',
      environment: {
        CLAUDE_BIN: '/bin/sh',
        HOME: '/home/me',
        ANTHROPIC_API_KEY: 'sk-1',
        OTHER: 'x',
      },
      deliverables: { create: answer, setStatus: answer, block: answer },
      toolCallHooks: [],
      ...changes,
    },
    setup,
    { over: new AbortController().signal, servers },
  )
const rulesOf = ({ settings }: ReturnType<typeof build>) =>
  typeof settings === 'object' ? settings.permissions : undefined

verifies('SC-AC001', 'no servers are no servers', () => {
  expect(toSdkMcpServers({})).toEqual({})
})

verifies('SC-AC002', 'a server keeps its name, command and arguments', () => {
  const servers = { files: { command: 'npx', args: ['-y', 'files'] } }
  expect(toSdkMcpServers(servers)).toEqual(servers)
})

verifies('AUT-004', 'the place, the servers, the tools and each level reach the SDK', () => {
  const mcpServers = { files: { command: 'npx', args: ['files'], env: { A: '1' } } }
  const options = build({ mcpServers, allowedTools: ['mcp__files__read'] })
  expect(options).toMatchObject({ cwd: '/project', mcpServers, permissionMode: 'default' })
  expect(rulesOf(options)?.allow).toContain('mcp__files__read')
  expect(build({ permissionLevel: 'acceptEdits' }).permissionMode).toBe('acceptEdits')
  expect(build({ permissionLevel: 'bypassPermissions' })).toMatchObject({
    permissionMode: 'bypassPermissions',
    allowDangerouslySkipPermissions: true,
  })
})

describe('permissions', () => {
  verifies('SC-C003', 'rules of the user come on top of the baseline', () => {
    const permissions = { allow: ['Bash(npm run *)'], deny: ['Read(./secret/**)'] }
    const rules = rulesOf(build({ permissions }))
    expect(rules?.allow).toEqual([...baselineRules, 'Bash(npm run *)'])
    expect(rules?.deny).toContain('Read(./secret/**)')
    expect(rules).toMatchObject({ denyInsteadOfPrompting: true })
  })

  verifies('AUT-067', 'a rule for the web reaches the SDK as it is, and offers the tool', () => {
    const rule = 'WebFetch(https://api.example.com/*)'
    const options = build({ permissions: { allow: [rule] } })
    expect(rulesOf(options)?.allow).toContain(rule)
    expect(options.tools).toContain('WebFetch')
    expect(build().tools).toEqual(['Read', 'Write', 'Edit', 'Glob', 'Grep', 'Bash'])
  })
})

describe('the sandbox', () => {
  verifies('SC-C007', 'is on, and approves what runs in it', () => {
    expect(build().sandbox).toMatchObject({
      enabled: true,
      autoAllowBashIfSandboxed: true,
      failIfUnavailable: true,
      allowUnsandboxedCommands: false,
      filesystem: { denyWrite: ['/project/.autonoe'] },
    })
  })

  verifies('AUT-072', 'is off on an explicit wish, and nothing else is', () => {
    const off = build({ sandbox: false })
    expect(off.sandbox).toEqual({ enabled: false })
    expect(off.settings).toEqual(build().settings)
    expect(off.hooks?.PreToolUse).toHaveLength(1)
  })

  test('lets commands read the project and what is listed, if there is a list', () => {
    const { filesystem } = build({ readablePaths: ['/usr'] }).sandbox ?? {}
    expect(filesystem?.allowRead).toEqual(['/project', '/home/me/.claude/shell-snapshots', '/usr'])
    expect(filesystem?.denyRead).toContain('/')
    expect(build().sandbox?.filesystem?.denyRead).not.toContain('/')
  })

  test('keeps keys from commands', () => {
    expect(build().sandbox?.credentials?.envVars).toEqual([
      { name: 'ANTHROPIC_API_KEY', mode: 'deny' },
    ])
  })
})

verifies('AUT-061', "no entry takes the place of one of agency's own servers", () => {
  const intruder = { command: 'evil' }
  const named = { 'autonoe-deliverable': intruder, 'autonoe-server': intruder }
  const tools = { start: answer, stop: answer, readLog: answer }
  const servers = build({ mcpServers: named }, {}, tools).mcpServers
  expect(servers?.['autonoe-deliverable']).toMatchObject({ type: 'sdk' })
  expect(servers?.['autonoe-server']).toMatchObject({ type: 'sdk' })
})

test('nothing of the machine: no settings, no servers, an environment of our own', () => {
  expect(build()).toMatchObject({ settingSources: [], strictMcpConfig: true })
  expect(build({ variables: { MINE: '1' } }).env).toEqual({
    HOME: '/home/me',
    ANTHROPIC_API_KEY: 'sk-1',
    CLAUDE_BIN: '/bin/sh',
    CLAUDE_CODE_MAX_RETRIES: '3',
    CLAUDE_CODE_STARTUP_FAILURE_RESULTS: '1',
    CLAUDE_CODE_SHELL: '/bin/bash',
    SHELL: '/bin/bash',
    MINE: '1',
  })
})

test('model and budget are passed on when they are set', () => {
  expect(build({}, { model: 'sonnet', maxBudgetUsd: 2 })).toMatchObject({
    model: 'sonnet',
    maxBudgetUsd: 2,
  })
  expect(build()).not.toHaveProperty('maxBudgetUsd')
})
