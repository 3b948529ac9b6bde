import { describe, expect, test } from 'vitest'
import { InvalidFileError } from '../invalid-file-error.ts'
import { parseAgentConfiguration } from './agent-configuration.ts'

test('every field of agent.json is read as it stands', () => {
  const configuration = {
    profile: ['node', 'python'],
    allowCommands: ['docker', './scripts/seed'],
    allowPkillTargets: ['custom-server'],
    permissions: { allow: ['WebFetch(https://api.example.com/*)', 'Bash(npm run *)'] },
    allowedTools: ['Task', 'WebSearch', 'mcp__github__*'],
    mcpServers: { 'custom-tool': { command: 'npx', args: ['server'], env: { KEY: 'x' } } },
    hooks: {
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: [{ type: 'command', command: 'log.sh', timeout: 5, async: true }],
        },
      ],
    },
    sandbox: { enabled: false },
  }
  expect(parseAgentConfiguration(JSON.stringify(configuration))).toEqual({
    ok: true,
    value: configuration,
  })
})

test('one profile may stand without a list, and an empty object says nothing', () => {
  expect(parseAgentConfiguration('{"profile":"go"}')).toEqual({
    ok: true,
    value: { profile: 'go' },
  })
  expect(parseAgentConfiguration('{}')).toEqual({ ok: true, value: {} })
  expect(parseAgentConfiguration('\uFEFF{}')).toEqual({ ok: true, value: {} })
})

describe('text that is no JSON is named with line, column and what to do', () => {
  const cases: [title: string, text: string, message: string][] = [
    ['nothing', ' \n', ':1:1: the file is empty'],
    [
      'a trailing comma',
      '{\n  "profile": "node",\n}',
      ':2:20: not valid JSON: a comma before }; remove',
    ],
    ['a comment', '{\n  // mine\n}', ':2:3: not valid JSON: a name in double quotes is missing'],
    [
      'a comment for a value',
      '{"profile": /* x */ "go"}',
      ':1:13: not valid JSON: JSON has no comments',
    ],
    ['a bare word', '{"profile": node}', ':1:13: not valid JSON: node is no JSON value'],
    [
      'a missing comma',
      '{"profile": "go"\n"hooks": {}}',
      ':2:1: not valid JSON: a comma or } is missing',
    ],
    ['an early end', '{"profile": ["go"', ':1:18: not valid JSON: the text ends too early'],
    ['an open quote', '{"profile: 1}\n', ':1:2: not valid JSON: this text has no closing quote'],
    ['a second value', '{} {}', ':1:4: not valid JSON: text after the end'],
  ]
  for (const [title, text, message] of cases) test(title, () => expectMessage(text, message))
})

describe('a wrong field is named with its place and what is accepted', () => {
  const cases: [title: string, text: string, message: string][] = [
    [
      'a list that is text',
      '{\n  "allowCommands": "docker"\n}',
      ':2:20: allowCommands: must be a list in [ ]',
    ],
    [
      'a server without command',
      '{"mcpServers":{"a":{"args":[]}}}',
      'mcpServers.a.command: must be text',
    ],
    [
      'an unknown profile',
      '{"profile":"rust"}',
      'profile: must be one of "node", "python", "ruby", "go"',
    ],
    [
      'one among profiles',
      '{"profile":["node","rust"]}',
      ':1:20: profile[1]: must be one of "node", "python"',
    ],
    [
      'an unknown field',
      '{"allowCommand":[]}',
      'allowCommand: unknown name; accepted are profile, allowCommands',
    ],
    [
      'a rule to deny',
      '{"permissions":{"deny":[]}}',
      'permissions.deny: unknown name; accepted are allow',
    ],
    [
      'a command line',
      '{"allowCommands":["docker compose"]}',
      'allowCommands[0]: must be the name of a command alone',
    ],
    [
      'an event',
      '{"hooks":{"BeforeTool":[]}}',
      'hooks.BeforeTool: no event; accepted are PreToolUse',
    ],
    [
      'a hook of no kind',
      '{"hooks":{"Stop":[{"hooks":[{"command":"x"}]}]}}',
      'hooks.Stop[0].hooks[0].type: a hook has a "type"',
    ],
    [
      'a hook without command',
      '{"hooks":{"Stop":[{"hooks":[{"type":"command"}]}]}}',
      'hooks.Stop[0].hooks[0].command: must be text',
    ],
    [
      'a server by a bad name',
      '{"mcpServers":{"a b":{"command":"x"}}}',
      'mcpServers.a b: the name of a server',
    ],
    ['a list at the top', '[]', ':1:1: must be an object in { }'],
  ]
  for (const [title, text, message] of cases) test(title, () => expectMessage(text, message))
})

test('the error carries its file, its place and the fix', () => {
  const parsed = parseAgentConfiguration('{"profile":1}', 'shop/.autonoe/agent.json')
  const error = parsed.ok ? undefined : parsed.error
  expect(error).toBeInstanceOf(InvalidFileError)
  expect(error).toMatchObject({
    code: 'invalid_file',
    file: 'shop/.autonoe/agent.json',
    line: 1,
    column: 12,
  })
  expect(error?.message).toBe(
    'shop/.autonoe/agent.json:1:12: profile: must be one of "node", "python", "ruby", "go", or a list in [ ]. Correct it, or delete the file to work with the defaults',
  )
})

function expectMessage(text: string, message: string): void {
  const parsed = parseAgentConfiguration(text)
  expect(parsed.ok ? 'valid' : parsed.error.message).toContain(message)
}
