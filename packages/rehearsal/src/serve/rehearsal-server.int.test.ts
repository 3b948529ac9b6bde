import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runClaude, temporaryDirectory, verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import { loadScript } from '../script/load-script.ts'
import { parseScript } from '../script/parse-script.ts'
import { createRehearsalServer } from './rehearsal-server.ts'

const examples = join(import.meta.dirname, '../../examples')

verifies('REH-001', 'the real Claude Code completes a scripted task of several turns', async () => {
  await using directory = await temporaryDirectory()
  const loaded = await loadScript(join(examples, 'hello.yaml'))
  if (!loaded.ok) throw loaded.error
  await using server = createRehearsalServer({ script: loaded.value })
  const run = await runClaude({ ...at(directory.path, server.url), prompt: 'greet' })
  expect(run.exitCode).toBe(0)
  expect(run.toolCalls.map(({ name }) => name)).toEqual(['Write', 'Bash'])
  expect(await readFile(join(run.workingDirectory, 'greet.sh'), 'utf8')).toBe(
    'echo "hello, world"\n',
  )
  expect(run.result['result']).toBe('It printed: hello, world')
  expect(new URL(server.url).hostname).toBe('127.0.0.1')
})

test('a resumed conversation goes on with the next turn, also after the server began anew', async () => {
  await using directory = await temporaryDirectory()
  const script = `
conversations:
  - when: { prompt: other }
    turns: [{ say: Not this one. }]
  - turns:
      - do: [{ Bash: { command: echo id=42 } }]
      - keep: { id: '/id=(\\d+)/' }
        say: The id is known.
      - say: "{{prompt}}: it was {{id}}"`
  const sessionId = randomUUID()
  const resumed = { ...at(directory.path, ''), prompt: 'what was it?' }
  {
    await using server = serve(script)
    const first = await runClaude({
      ...at(directory.path, server.url),
      prompt: 'find the id',
      arguments: ['--session-id', sessionId],
    })
    expect(first.result['result']).toBe('The id is known.')
  }
  await using server = serve(script)
  const second = await runClaude({
    ...resumed,
    baseUrl: server.url,
    arguments: ['--resume', sessionId],
  })
  expect(second.result['result']).toBe('what was it?: it was 42')
})

verifies(
  'REH-006',
  'conversations at the same time, a sub-agent among them, keep apart',
  async () => {
    await using directory = await temporaryDirectory()
    await using server = serve(`
conversations:
  - name: boss
    when: { prompt: boss }
    turns:
      - do:
          - Agent: { description: look, prompt: 'helper: look', subagent_type: general-purpose, run_in_background: false }
      - when: { result: the helper saw sub }
        say: boss has it
  - name: helper
    when: { prompt: 'helper:' }
    turns:
      - do: [{ Bash: { command: echo sub } }]
      - say: the helper saw {{result}}
  - name: anybody
    repeat: true
    turns:
      - do: [{ Bash: { command: 'echo one-{{prompt}}' } }]
      - do: [{ Bash: { command: 'echo two-{{result}}' } }]
      - say: 'end {{result}}'`)
    const prompts = ['boss', 'red', 'blue']
    const runs = await Promise.all(
      prompts.map((prompt) => runClaude({ ...at(directory.join(prompt), server.url), prompt })),
    )
    const results = runs.map(({ result }) => result['result'])
    expect(results).toEqual(['boss has it', 'end two-one-red', 'end two-one-blue'])
  },
)

verifies(
  'REH-007',
  'a script that is used up ends the run with a message that says so',
  async () => {
    await using directory = await temporaryDirectory()
    let requests = 0
    await using server = serve(
      `
name: short
turns:
  - do: [{ Bash: { command: pwd } }]`,
      () => requests++,
    )
    const run = await runClaude({ ...at(directory.path, server.url), prompt: 'go' })
    expect(run.exitCode).toBe(1)
    expect(run.result).toMatchObject({ is_error: true, api_error_status: 410 })
    expect(run.result['result']).toContain(
      'rehearsal script "short" is used up: turn 2 was asked for and there are 1',
    )
    expect(requests, 'the turn, and one refusal').toBe(2)
  },
)

test('a run is named for what it is, with tokens and a cost, also without tools', async () => {
  await using directory = await temporaryDirectory()
  await using server = serve(`
turns:
  - { say: As written., usage: { input_tokens: 1000, output_tokens: 500 } }`)
  const { events, result } = await runClaude({
    ...at(directory.path, server.url),
    prompt: 'hi',
    arguments: ['--tools', ''],
  })
  const answers = events.filter(({ type }) => type === 'assistant')
  expect(answers.map(({ message }) => (message as { model: string }).model)).toEqual(['rehearsal'])
  expect(result['result']).toBe('As written.')
  expect(result['total_cost_usd']).toBeGreaterThan(0)
  expect(result['usage']).toMatchObject({ input_tokens: 1000, output_tokens: 500 })
})

function serve(text: string, onRequest = () => {}) {
  const parsed = parseScript(`rehearsal: 1\n${text}`, 'test.yaml')
  if (!parsed.ok) throw parsed.error
  return createRehearsalServer({ script: parsed.value, onRequest })
}

function at(directory: string, baseUrl: string) {
  return { directory, baseUrl }
}
