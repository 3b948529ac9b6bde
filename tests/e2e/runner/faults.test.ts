import { type CommandExecutor, createSpawnExecutor } from '@agency/claude'
import {
  type ClaudeInvocationError,
  createAIRequest,
  createLogger,
  systemClock,
} from '@agency/core'
import { verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import { setStage } from '../stage.ts'

const never = new AbortController().signal
const quick = { attempts: 3, baseDelayMs: 10, jitter: 0 }
/** Claude's own retries are off, so that each attempt of the runner is one request. */
const oneRequest = { environment: { CLAUDE_CODE_MAX_RETRIES: '0', IS_SANDBOX: '1' } }

async function play(turns: string, onEvent: 'events' | 'json' = 'events') {
  await using stage = await setStage(turns)
  const spawner = createSpawnExecutor()
  const starts: (readonly string[])[] = []
  const executor: CommandExecutor = {
    start(command) {
      starts.push(command.arguments)
      return spawner.start(command)
    },
  }
  await using runner = stage.runner({ executor, retryPolicy: quick, configuration: oneRequest })
  const request = createAIRequest('go', { permissionMode: 'bypassPermissions' })
  const listener = onEvent === 'events' ? () => {} : undefined
  const outcome = await runner.run(request, never, listener).then(
    (result) => ({ result, error: undefined }),
    (error: ClaudeInvocationError) => ({ result: undefined, error }),
  )
  const asked = stage.model.requests.filter((request) => request.path === '/v1/messages').length
  return { ...outcome, asked, starts }
}

const always = (fault: string) =>
  `turns: [ { say: never said, fault: { ${fault}, times: always } } ]`

const overload = 'status: 529'
const broken = 'status: 500'
const tooMany = 'status: 429, retry_after: 0'
/** Claude asks once more by itself, without streaming. */
const lost = 'cut: true, times: 2'

/** In each form each of the faults meets an attempt that is not the last one. */
const unlucky = {
  events: [
    { faults: [overload, broken, tooMany], failure: 'rate-limit' },
    { faults: [tooMany, lost, overload], failure: 'overload' },
  ],
  json: [
    { faults: [tooMany, lost, broken], failure: 'server' },
    { faults: [broken, overload, lost], failure: 'network' },
  ],
}

for (const form of ['events', 'json'] as const) {
  verifies(
    ['RUN-048', 'RUN-055'],
    `overload, 5xx, rate limit and a lost connection start claude again, three times in all (${form})`,
    async () => {
      for (const { faults, failure } of unlucky[form]) {
        const list = faults.map((fault) => `{ ${fault} }`).join(', ')
        const { result, starts } = await play(
          `turns: [ { say: never said, fault: [ ${list} ] } ]`,
          form,
        )
        expect(result, list).toMatchObject({ success: false, failure })
        expect(result?.error, list).not.toBe('')
        expect(starts, list).toHaveLength(3)
      }
    },
  )
}

verifies(
  ['RUN-024', 'RUN-046'],
  'a run whose stream is cut resumes its session and succeeds, though the tokens come slowly',
  async () => {
    const { result, asked, starts } = await play(`
turns:
  - do: [ { Write: { file_path: "{{cwd}}/a.txt", content: one } } ]
  - say: "Written: {{result}}"
    fault: [ { ${lost} }, { slow: 20ms } ]
`)
    expect(result).toMatchObject({ success: true })
    expect(result?.output).toContain('Written')
    expect(result?.filesChanged).toHaveLength(1)
    expect(asked).toBe(4)
    expect(starts.map((words) => words.includes('--resume'))).toEqual([false, true])
  },
)

verifies('RUN-067', 'a 401 ends the run at once, also when Claude would ask again', async () => {
  await using stage = await setStage(always('status: 401'))
  await using runner = stage.runner()
  for (const listener of [() => {}, undefined]) {
    const error = await runner.run(createAIRequest('x'), never, listener).catch((caught) => caught)
    expect(error.kind).toBe('authentication')
    expect(error.message).toContain('ANTHROPIC_API_KEY')
  }
  const asked = stage.model.requests.filter((request) => request.path === '/v1/messages')
  expect(asked.length).toBeLessThanOrEqual(6)
})

verifies('RUN-053', 'a full context ends the run after one request', async () => {
  const { result, asked } = await play(
    always('status: 400, message: "prompt is too long: 210000 tokens > 200000 maximum"'),
  )
  expect(result).toMatchObject({ success: false, failure: 'context-overflow' })
  expect(asked).toBe(1)
})

verifies('RUN-053', 'an exhausted budget and used-up turns are outcomes of their own', async () => {
  const loop = `
turns:
  - do: [ { Bash: { command: "true" } } ]
    usage: { output_tokens: 20000 }
  - do: [ { Bash: { command: "true" } } ]
  - say: done
`
  await using stage = await setStage(loop)
  await using runner = stage.runner()
  const request = { permissionMode: 'bypassPermissions' }
  const poor = await runner.run(createAIRequest('x', { ...request, maxBudgetUsd: 0.01 }), never)
  expect(poor).toMatchObject({ success: false, failure: 'budget' })
  const short = await runner.run(createAIRequest('x', { ...request, maxTurns: 1 }), never)
  expect(short).toMatchObject({ success: false, failure: 'turns' })
})

test('malformed events are a failure that is not repeated', async () => {
  const { result, asked } = await play(always('malformed: true'))
  expect(result).toMatchObject({ success: false, failure: 'other' })
  expect(asked).toBeLessThanOrEqual(2) // Claude asks once more, without streaming
})

verifies(
  ['RUN-061', 'RUN-063'],
  'a usage limit is a quota with its reset, after one request',
  async () => {
    const { result, asked } = await play(
      always(`usage_limit: "You've hit your limit · resets 6pm (UTC)"`),
    )
    expect(result).toMatchObject({ outcome: 'quota', success: false })
    expect(result?.resetsAt).toMatch(/T18:00:00.000Z$/)
    expect(asked).toBe(1)
  },
)

verifies('RUN-049', "the server's retry-after is obeyed between attempts", async () => {
  await using stage = await setStage(
    'turns: [ { say: done, fault: { status: 429, retry_after: 1, times: 2 } } ]',
  )
  await using runner = stage.runner({
    retryPolicy: { attempts: 2, baseDelayMs: 1, jitter: 0 },
    configuration: { environment: { CLAUDE_CODE_MAX_RETRIES: '1' } },
  })
  const waits: number[] = []
  const result = await runner.run(createAIRequest('x'), never, (event) => {
    if (event.type === 'run-retry') waits.push(event.delayMs)
  })
  expect(waits).toEqual([1000])
  expect(result).toMatchObject({ success: true })
})

test('a script that is used up fails the run with its name', async () => {
  const { result } = await play(`
turns:
  - do: [ { Bash: { command: "true" } } ]
`)
  expect(result).toMatchObject({ success: false })
  expect(result?.error).toContain('stage')
})

verifies('RUN-045', 'the most verbose log of a run never shows a credential', async () => {
  await using stage = await setStage(
    'turns: [ { do: [ { Bash: { command: env } } ] }, { say: done } ]',
  )
  const key = 'sk-rehearsal-secret-7431'
  const lines: string[] = []
  const logger = createLogger({
    component: 'runner',
    level: 'debug',
    clock: systemClock,
    write: (line) => lines.push(line),
  })
  await using runner = stage.runner({
    logger,
    environment: { ...stage.environment, ANTHROPIC_API_KEY: key },
    configuration: { environment: { DEPLOY_TOKEN: 'token-secret-7431', IS_SANDBOX: '1' } },
  })
  const request = createAIRequest('x', {
    permissionMode: 'bypassPermissions',
    systemPrompt: `never say ${key}`,
  })
  await runner.run(request, never, () => {})
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.join('\n')).not.toContain('secret-7431')
})
