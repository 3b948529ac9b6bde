import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  ClaudeAgentClient,
  createClaudeAgentClientFactory,
  type ToolCallHook,
} from '@agency/claude'
import { SandboxError } from '@agency/core'
import { verifies } from '@agency/testing'
import { describe, expect, test } from 'vitest'
import { processesWith } from '../processes.ts'
import { never, setSdkStage } from './sdk-stage.ts'

/** What Claude Code says of a call that nobody may make and nobody can be asked about. */
const unpermitted = /permission/i

function protect(project: string): string {
  const file = join(project, '.autonoe', 'status.json')
  mkdirSync(join(project, '.autonoe'))
  writeFileSync(file, '{"deliverables":[]}')
  return file
}

const writeFromProgram = `node -e "require('fs').writeFileSync('.autonoe/status.json', 'x')"`

verifies(
  'AUT-071',
  'no command in the sandbox changes .autonoe, even if no hook looks',
  async () => {
    await using stage = await setSdkStage(`
turns:
  - do: [ { Bash: { command: "echo x > .autonoe/status.json" } } ]
  - do: [ { Bash: { command: ${JSON.stringify(writeFromProgram)} } } ]
  - do: [ { Bash: { command: "mv .autonoe elsewhere; echo out > made-here" } } ]
  - say: done
`)
    const status = protect(stage.project)
    const { responses } = await stage.session({ toolCallHooks: [] })
    expect(responses.slice(0, 2).map(({ isError }) => isError)).toEqual([true, true])
    expect(responses[1]?.content).toContain('EROFS')
    expect(readFileSync(status, 'utf8')).toBe('{"deliverables":[]}')
    expect(existsSync(join(stage.project, 'made-here'))).toBe(true)
  },
)

verifies('AUT-072', 'without the sandbox the hooks and the file rules stay', async () => {
  await using stage = await setSdkStage(`
turns:
  - do: [ { Bash: { command: "rm -rf keep" } } ]
  - do: [ { Write: { file_path: "{{cwd}}/.autonoe/status.json", content: x } } ]
  - do: [ { Write: { file_path: "{{cwd}}/../outside.txt", content: x } } ]
  - do: [ { Bash: { command: "echo free > made.txt" } } ]
  - say: done
`)
  const status = protect(stage.project)
  mkdirSync(join(stage.project, 'keep'))
  const { responses } = await stage.session({ sandbox: false })
  expect(responses.map(({ isError }) => isError)).toEqual([true, true, true, false])
  expect(existsSync(join(stage.project, 'keep'))).toBe(true)
  expect(existsSync(join(stage.directory, 'outside.txt'))).toBe(false)
  expect(readFileSync(status, 'utf8')).toBe('{"deliverables":[]}')
  expect(existsSync(join(stage.project, 'made.txt'))).toBe(true)
})

verifies(
  'AUT-079',
  'the sandbox confines commands, rules confine files, and hooks see both',
  async () => {
    await using stage = await setSdkStage(`
turns:
  - do: [ { Bash: { command: "echo x > ../outside.txt" } } ]
  - do: [ { Write: { file_path: "{{cwd}}/../outside.txt", content: x } } ]
  - do: [ { Read: { file_path: "{{cwd}}/../home/.claude/secret" } } ]
  - do: [ { Write: { file_path: "{{cwd}}/inside.txt", content: x } } ]
  - say: done
`)
    const seen: string[] = []
    const watch: ToolCallHook = ({ tool_name }) => {
      seen.push(tool_name)
      return { decision: 'approve' }
    }
    const { responses } = await stage.session({ toolCallHooks: [watch] })
    expect(seen).toEqual(['Bash', 'Write', 'Read', 'Write'])
    expect(responses[0]?.content).toContain('Read-only file system')
    expect(responses[1]?.content).toMatch(unpermitted)
    expect(responses[2]?.content).toMatch(unpermitted)
    expect(responses[3]?.isError).toBe(false)
    expect(existsSync(join(stage.directory, 'outside.txt'))).toBe(false)
  },
)

test('commands are read by bash, as the policy reads them', async () => {
  await using stage = await setSdkStage(
    'turns: [ { do: [ { Bash: { command: "echo in $BASH_VERSION" } } ] }, { say: done } ]',
  )
  const { responses } = await stage.session({ toolCallHooks: [] })
  expect(responses[0]?.content).toMatch(/^in \d/)
})

test('a command cannot ask to leave the sandbox, nor read a key', async () => {
  await using stage = await setSdkStage(`
turns:
  - do: [ { Bash: { command: "echo x > ../outside.txt", dangerouslyDisableSandbox: true } } ]
  - do: [ { Bash: { command: "echo key=\${ANTHROPIC_API_KEY-none}" } } ]
  - say: done
`)
  const { responses } = await stage.session({ toolCallHooks: [] })
  expect(responses[0]?.isError).toBe(true)
  expect(responses[1]?.content).toBe('key=none')
  expect(existsSync(join(stage.directory, 'outside.txt'))).toBe(false)
})

verifies('AUT-066', 'a rule of the user does not outdo the bash policy', async () => {
  await using stage = await setSdkStage(`
turns:
  - do: [ { Bash: { command: "rm -rf x" } } ]
  - say: done
`)
  mkdirSync(join(stage.project, 'x'))
  const permissions = { allow: ['Bash(*)', 'Bash(npm run *)', 'Bash(rm *)'] }
  const { responses } = await stage.session({ permissions })
  expect(responses[0]).toMatchObject({ isError: true })
  expect(responses[0]?.content).toContain('not allowed')
  expect(existsSync(join(stage.project, 'x'))).toBe(true)
})

describe('the web', () => {
  const turns = `
turns:
  - do: [ { WebFetch: { url: "https://api.example.com/a", prompt: what } } ]
  - do: [ { WebFetch: { url: "https://other.example.com/a", prompt: what } } ]
  - say: done
`
  verifies('AUT-067', 'is open where a rule of the user says so, and nowhere else', async () => {
    await using stage = await setSdkStage(turns)
    const permissions = { allow: ['WebFetch(https://api.example.com/*)'] }
    const { responses } = await stage.session({ permissions })
    expect(responses[0]?.content).not.toMatch(unpermitted)
    expect(responses[1]?.content).toMatch(unpermitted)
  })

  verifies('AUT-067', 'is closed without a rule', async () => {
    await using stage = await setSdkStage(turns)
    const { responses } = await stage.session()
    expect(responses.map(({ isError }) => isError)).toEqual([true, true])
    expect(responses[0]?.content).toContain('disabled')
  })
})

verifies('SC-C004', 'hooks of the user run besides the policy, which still denies', async () => {
  await using stage = await setSdkStage(`
turns:
  - do: [ { Bash: { command: "echo allowed" } } ]
  - do: [ { Bash: { command: "rm -rf x" } } ]
  - do: [ { Write: { file_path: "{{cwd}}/.autonoe/status.json", content: x } } ]
  - say: done
`)
  const status = protect(stage.project)
  const log = join(stage.directory, 'hook.log')
  const { responses } = await stage.session({
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: `echo seen >> ${log}` }] }] },
  })
  expect(responses.map(({ isError }) => isError)).toEqual([false, true, true])
  expect(readFileSync(log, 'utf8').trim().split('\n').length).toBeGreaterThan(0)
  expect(readFileSync(status, 'utf8')).toBe('{"deliverables":[]}')
})

verifies('AUT-059', 'the baseline tools work, and allowedTools adds to them', async () => {
  await using stage = await setSdkStage(`
turns:
  - do: [ { Write: { file_path: "{{cwd}}/a.txt", content: one } } ]
  - do: [ { Read: { file_path: "{{cwd}}/a.txt" } } ]
  - do: [ { Edit: { file_path: "{{cwd}}/a.txt", old_string: one, new_string: two } } ]
  - do: [ { Glob: { pattern: "*.txt" } } ]
  - do: [ { Grep: { pattern: two } } ]
  - do: [ { Bash: { command: "cat a.txt" } } ]
  - do: [ { mcp__autonoe-deliverable__block_deliverable: { deliverableId: a } } ]
  - do: [ { TaskCreate: { subject: x, description: y } } ]
  - say: done
`)
  const { responses, end } = await stage.session({ allowedTools: ['TaskCreate'] })
  expect(responses.map(({ isError }) => isError)).toEqual(Array(8).fill(false))
  expect(responses[5]?.content).toBe('two')
  expect(end.subtype).toBe('success')
})

test('nothing of the settings on this machine or in the project is read', async () => {
  await using stage = await setSdkStage(
    'turns: [ { do: [ { Bash: { command: ls } } ] }, { say: done } ]',
  )
  const log = join(stage.directory, 'leak')
  const hook = { hooks: [{ type: 'command', command: `touch ${log}` }] }
  const settings = JSON.stringify({ hooks: { PreToolUse: [hook], SessionStart: [hook] } })
  mkdirSync(join(stage.project, '.claude'))
  writeFileSync(join(stage.project, '.claude', 'settings.json'), settings)
  writeFileSync(join(stage.directory, 'home', '.claude', 'settings.json'), settings)
  expect((await stage.session()).end.subtype).toBe('success')
  expect(existsSync(log)).toBe(false)
})

test('git works in the sandbox, which leaves nothing in the project', async () => {
  await using stage = await setSdkStage(`
turns:
  - do: [ { Bash: { command: "git init -q . && echo a > a.txt && git add -A && git status --short" } } ]
  - say: done
`)
  const { responses } = await stage.session()
  expect(responses[0]).toMatchObject({ content: 'A  a.txt', isError: false })
})

test('without the tools of the sandbox nothing is started', async () => {
  await using stage = await setSdkStage('turns: [ { say: unused } ]')
  const environment = { ...stage.environment, PATH: join(stage.directory, 'nowhere') }
  const factory = createClaudeAgentClientFactory(stage.options({ environment }))
  expect(() => factory.create({})).toThrow(SandboxError)
  expect(processesWith(stage.directory)).toEqual([])
})

test('a claude that cannot confine commands ends in a sandbox error, not in a session', async () => {
  await using stage = await setSdkStage('turns: [ { say: unused } ]')
  const environment = { ...stage.environment, PATH: join(stage.directory, 'nowhere') }
  await using client = new ClaudeAgentClient(stage.options({ environment }))
  const events = Array.fromAsync(client.query('Do it.', never))
  await expect(events).rejects.toMatchObject({ code: 'sandbox_error' })
  expect(processesWith(stage.directory)).toEqual([])
})
