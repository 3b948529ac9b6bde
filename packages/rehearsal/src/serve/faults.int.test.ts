import { randomUUID } from 'node:crypto'
import { runClaude, temporaryDirectory, verifies } from '@agency/testing'
import { describe, expect, test } from 'vitest'
import { parseScript } from '../script/parse-script.ts'
import { createRehearsalServer, type RehearsalServerOptions } from './rehearsal-server.ts'

describe.concurrent('what the real Claude Code makes of a fault', () => {
  const passing = [
    { fault: '{ status: 429, retry_after: 1 }', seen: { error_status: 429, retry_delay_ms: 1000 } },
    { fault: '{ status: 500 }', seen: { error_status: 500, error: 'server_error' } },
    { fault: '{ status: 529 }', seen: { error_status: 529, error: 'overloaded' } },
    { fault: '{ cut: true }', seen: { error_status: null } },
  ]
  for (const { fault, seen } of passing) {
    verifies('REH-003', `${fault} is announced as a retry, and the turn follows`, async () => {
      const { run, requests } = await runWith(fault)
      expect(run.events.find(({ subtype }) => subtype === 'api_retry')).toMatchObject(seen)
      expect(run.result).toMatchObject({ is_error: false, result: answer })
      expect(requests).toBe(2)
    })
  }

  const lasting = [
    { fault: '{ status: 429, times: always }', status: 429, text: '(429)' },
    { fault: '{ status: 500, times: always }', status: 500, text: '500' },
    { fault: '{ status: 529, times: always }', status: 529, text: 'Overloaded' },
    { fault: '{ status: 401, times: always }', status: 401, text: 'Invalid API key' },
    { fault: '{ status: 400, times: always }', status: 400, text: 'Prompt is too long' },
    { fault: '{ cut: true, times: always }', status: undefined, text: 'Connection to the API' },
    { fault: '{ malformed: true, times: always }', status: undefined, text: 'JSON Parse error' },
  ]
  for (const { fault, status, text } of lasting) {
    verifies('REH-003', `${fault} ends the run with an error`, async () => {
      const { run } = await runWith(fault)
      expect(run.exitCode).toBe(1)
      expect(run.result).toMatchObject({ subtype: 'success', is_error: true })
      expect(run.result['api_error_status'] ?? undefined).toBe(status)
      expect(run.result['result']).toContain(text)
    })
  }

  verifies('REH-003', 'malformed events make it ask again', async () => {
    const { run, requests } = await runWith('{ malformed: true }')
    expect(run.stderr).toContain('Could not parse message into JSON')
    expect(run.result).toMatchObject({ is_error: false, result: answer })
    expect(requests).toBe(2)
  })

  verifies('REH-003', 'slow tokens come one after another', async () => {
    const { run, requests } = await runWith('{ slow: 60ms }')
    expect(run.result).toMatchObject({ is_error: false, result: answer })
    expect(run.result['duration_api_ms']).toBeGreaterThan(400)
    expect(requests).toBe(1)
  })

  verifies('REH-003', 'a usage limit arrives as a success, word for word', async () => {
    const limit = "You've hit your limit · resets 6pm (UTC)"
    const { run } = await runWith(`{ usage_limit: "${limit}" }`)
    expect(run.exitCode).toBe(0)
    expect(run.result).toMatchObject({ subtype: 'success', is_error: false, result: limit })
  })

  test('faults in a list happen in their order', async () => {
    const { run, requests } = await runWith('[{ status: 529, times: 2 }, { delay: 100ms }]', '3')
    expect(run.result).toMatchObject({ is_error: false, result: answer })
    expect(requests).toBe(3)
  })

  for (const fault of ['{ status: 500, times: 2 }', '{ cut: true, times: 3 }']) {
    test(`a run that failed on ${fault} goes on at the same turn when it is resumed`, async () => {
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
      expect((await run('--session-id')).result).toMatchObject({ is_error: true })
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

async function runWith(fault: string, retries = '1') {
  await using directory = await temporaryDirectory()
  let requests = 0
  await using server = serve(fault, { onRequest: () => requests++ })
  const run = await runClaude({
    prompt: 'go',
    directory: directory.path,
    baseUrl: server.url,
    environment: { CLAUDE_CODE_MAX_RETRIES: retries },
  })
  return { run, requests }
}

function serve(fault: string, options: Omit<RehearsalServerOptions, 'script'> = {}) {
  return serveTurns(`[{ say: ${answer}, fault: ${fault} }]`, options)
}

function serveTurns(turns: string, options: Omit<RehearsalServerOptions, 'script'> = {}) {
  const parsed = parseScript(`rehearsal: 1\nturns: ${turns}`, 'faults.yaml')
  if (!parsed.ok) throw parsed.error
  return createRehearsalServer({ ...options, script: parsed.value })
}
