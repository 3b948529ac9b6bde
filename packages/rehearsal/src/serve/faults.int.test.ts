import { randomUUID } from 'node:crypto'
import { type ClaudeRun, runClaude, temporaryDirectory, verifies } from '@agency/testing'
import { describe, expect, test } from 'vitest'
import { parseScript } from '../script/parse-script.ts'
import { createRehearsalServer, type RehearsalServerOptions } from './rehearsal-server.ts'

describe.concurrent('what the real Claude Code makes of a fault', () => {
  verifies('REH-003', 'what passes is announced as a retry, and the turn follows', async () => {
    await using directory = await temporaryDirectory()
    const limit = "You've hit your limit · resets 6pm (UTC)"
    const look = 'do: [{ Bash: { command: "true" } }]'
    let requests = 0
    await using server = serveTurns(
      `
  - { say: after 429, ${look}, fault: { status: 429, retry_after: 1 } }
  - { say: after 500, ${look}, fault: { status: 500 } }
  - { say: after 529, ${look}, fault: { status: 529 } }
  - { say: after a cut, ${look}, fault: { cut: true } }
  - { say: after a list, ${look}, fault: [{ status: 529, times: 2 }, { delay: 100ms }] }
  - { say: after malformed events, ${look}, fault: { malformed: true } }
  - { say: never said, fault: { usage_limit: "${limit}" } }`,
      { onRequest: () => requests++ },
    )
    const run = await runClaude({
      prompt: 'go',
      directory: directory.path,
      baseUrl: server.url,
      environment: { CLAUDE_CODE_MAX_RETRIES: '2' },
    })
    expect(run.events.filter(({ subtype }) => subtype === 'api_retry')).toMatchObject([
      { error_status: 429, retry_delay_ms: 1000 },
      { error_status: 500, error: 'server_error' },
      { error_status: 529, error: 'overloaded' },
      { error_status: null },
      { error_status: 529 },
      { error_status: 529 },
    ])
    expect(run.stderr, 'of the malformed events').toContain('Could not parse message into JSON')
    expect(textsOf(run)).toEqual([
      ...['after 429', 'after 500', 'after 529', 'after a cut', 'after a list'],
      ...['after malformed events', limit],
    ])
    expect(run.exitCode).toBe(0)
    expect(run.result, 'a usage limit').toMatchObject({
      ...{ subtype: 'success', is_error: false, result: limit },
    })
    expect(requests).toBe(2 + 2 + 2 + 2 + 3 + 2 + 1)
  })

  const lasting = [
    { fault: '{ status: 429, times: always }', status: 429, text: '(429)' },
    { fault: '{ status: 529, times: always }', status: 529, text: 'Overloaded' },
    { fault: '{ status: 401, times: always }', status: 401, text: 'Invalid API key' },
    { fault: '{ status: 400, times: always }', status: 400, text: 'Prompt is too long' },
    { fault: '{ malformed: true, times: always }', status: undefined, text: 'JSON Parse error' },
  ]
  for (const { fault, status, text } of lasting) {
    verifies('REH-003', `${fault} ends the run with an error`, async () => {
      const { run } = await runWith(fault)
      expectFailure(run, status, text)
    })
  }

  verifies('REH-003', 'slow tokens come one after another', async () => {
    const { run, requests } = await runWith('{ slow: 60ms }')
    expect(run.result).toMatchObject({ is_error: false, result: answer })
    expect(run.result['duration_api_ms']).toBeGreaterThan(400)
    expect(requests).toBe(1)
  })

  const forATime = [
    { fault: '{ status: 500, times: 2 }', status: 500, text: '500' },
    { fault: '{ cut: true, times: 3 }', status: undefined, text: 'Connection to the API' },
  ]
  for (const { fault, status, text } of forATime) {
    verifies('REH-003', `${fault} ends a run, which resumes at the same turn`, async () => {
      await using directory = await temporaryDirectory()
      await using server = serveTurns(`
  - do: [{ Bash: { command: echo one } }]
  - { say: 'after {{result}}', do: [{ Bash: { command: echo two } }], fault: ${fault} }
  - say: 'at last {{result}}'`)
      const sessionId = randomUUID()
      const run = (...words: string[]) =>
        runClaude({
          prompt: 'go on',
          directory: directory.path,
          baseUrl: server.url,
          arguments: [...words, sessionId],
        })
      expectFailure(await run('--session-id'), status, text)
      const resumed = await run('--resume')
      expect(resumed.toolCalls).toMatchObject([{ name: 'Bash', input: { command: 'echo two' } }])
      expect(resumed.result).toMatchObject({ is_error: false, result: 'at last two' })
    })
  }

  test('of an answer that is cut late, the complete parts count, and the next turn follows', async () => {
    await using directory = await temporaryDirectory()
    let requests = 0
    const onRequest = () => requests++
    const turns = `
  - { say: I look., do: [{ Bash: { command: echo one } }], fault: { cut: late } }
  - say: Where was I?`
    await using server = serveTurns(turns, { onRequest })
    const run = await runClaude({ prompt: 'go', directory: directory.path, baseUrl: server.url })
    expect(run.toolCalls).toEqual([])
    expect(run.result).toMatchObject({ is_error: false, result: 'Where was I?' })
    expect(requests).toBe(2)
  })

  test('a request that is never answered waits, and the server can still stop', async () => {
    await using directory = await temporaryDirectory()
    const asked = Promise.withResolvers<void>()
    let running: Promise<unknown>
    {
      await using server = serve('{ hang: true, times: always }', {
        onRequest: () => asked.resolve(),
      })
      running = runClaude({ prompt: 'go', directory: directory.path, baseUrl: server.url })
      await asked.promise
    }
    expect(await running).toMatchObject({ exitCode: 1, result: { is_error: true } })
  })
})

const answer = 'All is well again.'

async function runWith(fault: string) {
  await using directory = await temporaryDirectory()
  let requests = 0
  await using server = serve(fault, { onRequest: () => requests++ })
  const run = await runClaude({ prompt: 'go', directory: directory.path, baseUrl: server.url })
  return { run, requests }
}

function expectFailure(run: ClaudeRun, status: number | undefined, text: string) {
  expect(run.exitCode).toBe(1)
  expect(run.result).toMatchObject({ subtype: 'success', is_error: true })
  expect(run.result['api_error_status'] ?? undefined).toBe(status)
  expect(run.result['result']).toContain(text)
}

/** What Claude said, in its order. */
function textsOf({ events }: ClaudeRun): string[] {
  const answers = events.filter(({ type }) => type === 'assistant')
  return answers
    .flatMap(({ message }) => (message as { content: { type: string; text: string }[] }).content)
    .filter(({ type }) => type === 'text')
    .map(({ text }) => text)
}

function serve(fault: string, options: Omit<RehearsalServerOptions, 'script'> = {}) {
  return serveTurns(`[{ say: ${answer}, fault: ${fault} }]`, options)
}

function serveTurns(turns: string, options: Omit<RehearsalServerOptions, 'script'> = {}) {
  const parsed = parseScript(`rehearsal: 1\nturns: ${turns}`, 'faults.yaml')
  if (!parsed.ok) throw parsed.error
  return createRehearsalServer({ ...options, script: parsed.value })
}
