import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ClaudeCodeRunner } from '@agency/claude'
import { type AIEvent, type AIRunner, createAIRequest } from '@agency/core'
import { findClaudeBinary, verifies } from '@agency/testing'
import { expect } from 'vitest'
import { setStage } from '../stage.ts'

const never = new AbortController().signal
const workThatReadsBack = (command: string) => `
turns:
  - say: I write it.
    do: [ { Write: { file_path: "{{cwd}}/a.txt", content: "one\\n" } } ]
  - say: I read it back.
    do: [ { Bash: { command: "${command}" } } ]
  - say: "It says {{result}}"
`

verifies(
  ['RUN-001', 'RUN-025', 'RUN-033', 'RUN-038'],
  'the real Claude Code works in the directory, and each event comes while it runs',
  async () => {
    // The command ends when its call was heard: a run whose events came at its end would have none.
    const onceHeard = 'until [ -e heard ]; do sleep 0.01; done; cat a.txt'
    await using stage = await setStage(workThatReadsBack(onceHeard))
    await using claude = stage.runner()
    const runner: AIRunner = claude
    const events: AIEvent[] = []
    const result = await runner.run(
      createAIRequest('go', { permissionMode: 'bypassPermissions' }),
      never,
      (event) => {
        events.push(event)
        if (event.type === 'tool-call' && event.name === 'Bash') {
          writeFileSync(join(stage.project, 'heard'), '')
        }
      },
    )
    expect(result).toMatchObject({
      success: true,
      output: 'It says one',
      error: '',
      model: 'rehearsal',
      filesChanged: [join(stage.project, 'a.txt')],
    })
    expect(result.numTurns).toBe(3)
    expect(result.totalCostUsd).toBeGreaterThan(0)
    expect(result.durationMs).toBeGreaterThan(0)
    expect(events.map((event) => event.type)).toEqual([
      ...[
        'started',
        'text',
        'tool-call',
        'tool-result',
        'text',
        'tool-call',
        'tool-result',
        'text',
      ],
    ])
    expect(readFileSync(join(stage.project, 'a.txt'), 'utf8')).toBe('one\n')
  },
)

verifies('RUN-014', 'plan mode changes nothing, whatever the model asks for', async () => {
  await using stage = await setStage(workThatReadsBack('cat a.txt'))
  await using runner = stage.runner()
  const request = createAIRequest('go', { permissionMode: 'plan' })
  const result = await runner.run(request, never, () => {})
  expect(readdirSync(stage.project)).toEqual([])
  expect(result.filesChanged).toEqual([])
})

verifies(
  ['RUN-019', 'RUN-020'],
  'a large prompt reaches the child byte for byte through stdin, which then closes',
  async () => {
    await using stage = await setStage('turns: [ { say: unused } ]')
    const fake = join(stage.directory, 'claude')
    writeFileSync(
      fake,
      `#!/bin/sh\nprintf '%s\\n' "$@" > arguments\ncat > prompt\necho '{"type":"result","is_error":false,"result":"ok"}'\n`,
      { mode: 0o755 },
    )
    const prompt = `--prompt 'ü€😀' "$(touch pwned)"\n`.repeat(32_000).slice(0, 1024 * 1024)
    await using runner = stage.runner({ environment: { ...stage.environment, CLAUDE_BIN: fake } })
    expect(await runner.run(createAIRequest(prompt), never)).toMatchObject({ output: 'ok' })
    expect(readFileSync(join(stage.project, 'prompt'), 'utf8')).toBe(prompt)
    const words = readFileSync(join(stage.project, 'arguments'), 'utf8')
    expect(words).not.toContain('--prompt')
    expect(words).not.toContain('pwned')
    expect(readdirSync(stage.project).sort()).toEqual(['arguments', 'prompt'])
  },
)

verifies('RUN-021', 'no shell stands between: odd text arrives literally', async () => {
  await using stage = await setStage('turns: [ { say: unused } ]')
  const odd = 'x"; touch pwned; $(touch pwned) `touch pwned` #'
  const directory = join(stage.project, 'a; touch pwned')
  mkdirSync(directory)
  const fake = join(stage.directory, 'claude')
  const json = '{"type":"result","is_error":false,"result":"ok"}'
  writeFileSync(
    fake,
    `#!/bin/sh\nfor word in "$@"; do printf '%s\\0' "$word"; done > words\necho '${json}'\n`,
    {
      mode: 0o755,
    },
  )
  await using runner = stage.runner({ environment: { ...stage.environment, CLAUDE_BIN: fake } })
  await runner.run(
    createAIRequest('x', { model: odd, systemPrompt: odd, workingDir: directory }),
    never,
  )
  const words = readFileSync(join(directory, 'words'), 'utf8').split('\0')
  expect(words.filter((word) => word === odd)).toHaveLength(2)
  expect(existsSync(join(directory, 'pwned')) || existsSync(join(stage.project, 'pwned'))).toBe(
    false,
  )
})

verifies('RUN-006', 'CLAUDE_BIN is started even when another claude is first on PATH', async () => {
  await using stage = await setStage('turns: [ { say: unused } ]')
  const fakes = makeFakes(stage.directory)
  await using runner = stage.runner({
    environment: {
      ...stage.environment,
      PATH: `${fakes.bin}:/usr/bin:/bin`,
      CLAUDE_BIN: fakes.chosen,
    },
  })
  expect(await runner.run(createAIRequest('x'), never)).toMatchObject({ output: 'chosen' })
})

verifies(
  'RUN-007',
  'without CLAUDE_BIN it is claude from PATH, else the one in the SDK',
  async () => {
    await using stage = await setStage('turns: [ { say: The real one. } ]')
    const fakes = makeFakes(stage.directory)
    const { CLAUDE_BIN: shipped, ...environment } = stage.environment
    expect(shipped).toBe(findClaudeBinary())
    const runOn = async (path: string) => {
      await using runner = new ClaudeCodeRunner({
        environment: { ...environment, PATH: path },
        workingDir: stage.project,
      })
      return (await runner.run(createAIRequest('x'), never)).output
    }
    expect(await runOn(`${fakes.bin}:/usr/bin:/bin`)).toBe('on PATH')
    expect(await runOn('/usr/bin:/bin')).toBe('The real one.')
  },
)

function makeFakes(directory: string) {
  const bin = join(directory, 'bin')
  mkdirSync(bin)
  const make = (path: string, says: string) =>
    writeFileSync(path, `#!/bin/sh\necho '{"type":"result","result":"${says}"}'\n`, { mode: 0o755 })
  const chosen = join(directory, 'chosen-claude')
  make(chosen, 'chosen')
  make(join(bin, 'claude'), 'on PATH')
  return { bin, chosen }
}
