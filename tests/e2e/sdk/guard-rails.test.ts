import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  ClaudeAgentClient,
  createClaudeAgentClientFactory,
  type ToolCallHook,
} from '@agency/claude'
import { SandboxError } from '@agency/core'
import { verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import { processesWith } from '../processes.ts'
import { never, type SdkStage, setSdkStage } from './sdk-stage.ts'

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
  'no command in the sandbox changes .autonoe, gets out or reads a key, even if no hook looks',
  async () => {
    await using stage = await setSdkStage(`
turns:
  - do: [ { Bash: { command: "echo x > .autonoe/status.json" } } ]
  - do: [ { Bash: { command: ${JSON.stringify(writeFromProgram)} } } ]
  - do: [ { Bash: { command: "mv .autonoe elsewhere; echo out > made-here" } } ]
  - do: [ { Bash: { command: "echo x > ../outside.txt", dangerouslyDisableSandbox: true } } ]
  - do: [ { Bash: { command: "echo key=\${ANTHROPIC_API_KEY-none}" } } ]
  - do: [ { Bash: { command: "echo in $BASH_VERSION" } } ]
  - say: done
`)
    const status = protect(stage.project)
    const { responses } = await stage.session({ toolCallHooks: [] })
    expect(responses.slice(0, 2).map(({ isError }) => isError)).toEqual([true, true])
    expect(responses[1]?.content).toContain('EROFS')
    expect(readFileSync(status, 'utf8')).toBe('{"deliverables":[]}')
    expect(existsSync(join(stage.project, 'made-here'))).toBe(true)
    expect(responses[3]?.isError).toBe(true)
    expect(existsSync(join(stage.directory, 'outside.txt'))).toBe(false)
    expect(responses[4]?.content).toBe('key=none')
    expect(responses[5]?.content, 'bash reads it, as the policy does').toMatch(/^in \d/)
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

const fetches = `
  - do: [ { WebFetch: { url: "https://api.example.com/a", prompt: what } } ]
  - do: [ { WebFetch: { url: "https://other.example.com/a", prompt: what } } ]`

verifies(
  ['AUT-066', 'AUT-067'],
  'rules of the user open the web where they say so, and do not outdo the bash policy',
  async () => {
    await using stage = await setSdkStage(`
turns:${fetches}
  - do: [ { Bash: { command: "rm -rf x" } } ]
  - say: done
`)
    mkdirSync(join(stage.project, 'x'))
    const web = 'WebFetch(https://api.example.com/*)'
    const permissions = { allow: [web, 'Bash(*)', 'Bash(npm run *)', 'Bash(rm *)'] }
    const { responses } = await stage.session({ permissions })
    expect(responses[0]?.content).not.toMatch(unpermitted)
    expect(responses[1]?.content).toMatch(unpermitted)
    expect(responses[2]).toMatchObject({ isError: true })
    expect(responses[2]?.content).toContain('not allowed')
    expect(existsSync(join(stage.project, 'x'))).toBe(true)
  },
)

verifies(
  'AUT-067',
  'without a rule the web is closed; git works in the sandbox, which leaves nothing in the project',
  async () => {
    await using stage = await setSdkStage(`
turns:${fetches}
  - do: [ { Bash: { command: "git init -q . && echo a > a.txt && git add -A && git status --short" } } ]
  - say: done
`)
    const { responses } = await stage.session()
    expect(responses.map(({ isError }) => isError)).toEqual([true, true, false])
    expect(responses[0]?.content).toContain('disabled')
    expect(responses[2]?.content).toBe('A  a.txt')
  },
)

verifies(
  ['AUT-059', 'SC-C004'],
  'tools and hooks of the user join the baseline; the policy still denies, and no settings file is read',
  async () => {
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
  - do: [ { Bash: { command: "rm -rf x" } } ]
  - do: [ { Write: { file_path: "{{cwd}}/.autonoe/status.json", content: x } } ]
  - say: done
`)
    const status = protect(stage.project)
    const log = join(stage.directory, 'hook.log')
    const leak = join(stage.directory, 'leak')
    writeSettings(stage, { type: 'command', command: `touch ${leak}` })
    const { responses, end } = await stage.session({
      allowedTools: ['TaskCreate'],
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: `echo seen >> ${log}` }] }] },
    })
    expect(responses.map(({ isError }) => isError)).toEqual([...Array(8).fill(false), true, true])
    expect(responses[5]?.content).toBe('two')
    expect(end.subtype).toBe('success')
    expect(readFileSync(log, 'utf8').trim().split('\n').length).toBeGreaterThan(0)
    expect(readFileSync(status, 'utf8')).toBe('{"deliverables":[]}')
    expect(existsSync(leak)).toBe(false)
  },
)

/** Settings with this hook, in the project and in the home. */
function writeSettings(stage: SdkStage, hook: { type: string; command: string }): void {
  const hooks = [{ hooks: [hook] }]
  const settings = JSON.stringify({ hooks: { PreToolUse: hooks, SessionStart: hooks } })
  mkdirSync(join(stage.project, '.claude'))
  writeFileSync(join(stage.project, '.claude', 'settings.json'), settings)
  writeFileSync(join(stage.directory, 'home', '.claude', 'settings.json'), settings)
}

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
