import { fakeClock, verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import { parseScript } from '../script/parse-script.ts'
import type { RehearsalRequest } from './api-server.ts'
import { createRehearsalServer } from './rehearsal-server.ts'

const story = `
name: story
turns:
  - think: Let me see.
    say: I look — with ünïcödé, and 🎭🎭🎭🎭🎭🎭🎭, in more than one piece.
    do: [{ Bash: { command: ls } }]`

verifies('REH-001', 'an answer without streaming is one message', async () => {
  await using server = serve(story)
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const response = await post(server.url, {})
  expect(response.headers.get('x-agency-rehearsal')).toBe('story')
  expect(await response.json()).toMatchObject({
    type: 'message',
    role: 'assistant',
    model: 'rehearsal',
    stop_reason: 'tool_use',
    content: [
      { type: 'thinking', thinking: 'Let me see.' },
      { type: 'text', text: 'I look — with ünïcödé, and 🎭🎭🎭🎭🎭🎭🎭, in more than one piece.' },
      { type: 'tool_use', name: 'Bash', input: { command: 'ls' } },
    ],
  })
})

verifies('REH-001', 'a streamed answer is the same message in events', async () => {
  await using server = serve(story)
  const response = await post(server.url, { stream: true })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const events = (await response.text())
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => JSON.parse(event.replace(/^event: \w+\ndata: /, '')))
  expect(new Set(events.map(({ type }) => type))).toEqual(
    new Set([
      'message_start',
      'ping',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]),
  )
  const pieces: string[] = events.map(({ delta }) => delta?.text ?? '')
  for (const piece of pieces) expect(piece.isWellFormed(), piece).toBe(true)
  const text = pieces.join('')
  expect(text).toBe('I look — with ünïcödé, and 🎭🎭🎭🎭🎭🎭🎭, in more than one piece.')
  const json = events.map(({ delta }) => delta?.partial_json ?? '').join('')
  expect(JSON.parse(json)).toEqual({ command: 'ls' })
  expect(events.at(-2)).toMatchObject({ delta: { stop_reason: 'tool_use' } })
})

verifies(
  'REH-001',
  'tokens are counted, models listed, health told, the rest refused',
  async () => {
    await using server = serve(story)
    const counted = await post(server.url, {}, '/v1/messages/count_tokens')
    expect(await counted.json()).toEqual({ input_tokens: expect.any(Number) })
    const models = await fetch(`${server.url}/v1/models`)
    expect(await models.json()).toMatchObject({ data: [{ type: 'model', id: 'rehearsal' }] })
    for (const path of ['', '/api/hello']) {
      expect((await fetch(`${server.url}${path}`, { method: 'HEAD' })).status).toBe(200)
    }
    expect(await (await fetch(server.url)).json()).toEqual({ rehearsal: 'story' })
    const unknown = await fetch(`${server.url}/v1/files`)
    expect(unknown.status).toBe(404)
    expect(await unknown.json()).toMatchObject({
      type: 'error',
      error: { type: 'not_found_error' },
    })
  },
)

test('errors have the shape and the headers of the API', async () => {
  await using server = serve('turns: [{ fault: { status: 429, retry_after: 7 } }]')
  const response = await post(server.url, {})
  expect(response.status).toBe(429)
  expect(response.headers.get('retry-after')).toBe('7')
  expect(await response.json()).toEqual({
    type: 'error',
    error: { type: 'rate_limit_error', message: expect.stringContaining('rate limit') },
    request_id: response.headers.get('request-id'),
  })
})

test('a request that is none is refused with the place', async () => {
  await using server = serve(story)
  const response = await fetch(`${server.url}/v1/messages`, {
    method: 'POST',
    body: '{"messages":1}',
  })
  expect(response.status).toBe(400)
  expect(JSON.stringify(await response.json())).toContain('messages: ')
})

test('a side request of Claude Code is answered, and the script does not move', async () => {
  await using server = serve('turns: [{ say: the first turn }]')
  const headers = { 'x-claude-code-session-id': 'a-session' }
  const side = await post(server.url, { tools: [] }, '/v1/messages', headers)
  expect(await side.json()).toMatchObject({ content: [{ type: 'text', text: 'Rehearsal' }] })
  for (const conversation of [
    { tools: [{ name: 'Bash' }] },
    { tools: [], system: ' - Primary working directory: /srv' },
  ]) {
    const turn = await post(server.url, conversation, '/v1/messages', headers)
    expect(await turn.json()).toMatchObject({ content: [{ type: 'text', text: 'the first turn' }] })
  }
})

test('a cut connection breaks without streaming too', async () => {
  await using server = serve('turns: [{ say: hello, fault: { cut: true } }]')
  const response = await post(server.url, {})
  await expect(response.text()).rejects.toThrow()
})

test('a streamed answer is cut where the script says', async () => {
  const heard = async (fault: string) => {
    await using server = serve(`turns: [{ say: hello, do: [{ A: { b: c } }], fault: ${fault} }]`)
    const response = await post(server.url, { stream: true })
    let text = ''
    const decoder = new TextDecoder()
    const read = async () => {
      for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true })
    }
    await expect(read()).rejects.toThrow()
    return [...text.matchAll(/^event: (\w+)/gm)].map(([, type]) => type)
  }
  const start = ['message_start', 'ping', 'content_block_start', 'content_block_delta']
  const [early, late] = await Promise.all([heard('{ cut: true }'), heard('{ cut: late }')])
  expect(early).toEqual(start)
  expect(late).toEqual([...start, 'content_block_stop', ...start.slice(2)])
})

test('a slow answer waits before each of its pieces', async () => {
  const parsed = parseScript('rehearsal: 1\nturns: [{ say: hi, fault: { slow: 30ms } }]', 'a.yaml')
  if (!parsed.ok) throw parsed.error
  const clock = fakeClock()
  await using server = createRehearsalServer({ script: parsed.value, clock })
  const text = await (await post(server.url, { stream: true })).text()
  const pieces = text.match(/^event: /gm) ?? []
  expect(pieces.length).toBeGreaterThan(5)
  expect(clock.waits.filter((wait) => wait === 30)).toHaveLength(pieces.length)
})

test('stopping ends a request that hangs, and nothing else does', async () => {
  const asked = Promise.withResolvers<void>()
  const server = serve('turns: [{ fault: { hang: true } }]', () => asked.resolve())
  let isOver = false
  const request = post(server.url, {})
    .then(
      (response) => response.status,
      () => 'closed',
    )
    .finally(() => {
      isOver = true
    })
  await asked.promise
  await (await fetch(server.url)).text()
  expect(isOver).toBe(false)
  await server[Symbol.asyncDispose]()
  expect(await request).toSatisfy((end: unknown) => end === 'closed' || end === 499)
})

test('a port in use is an error that says what to do', async () => {
  await using first = serve(story)
  const parsed = parseScript('rehearsal: 1\nturns: [{ say: a }]', 'a.yaml')
  if (!parsed.ok) throw parsed.error
  const script = parsed.value
  expect(() => createRehearsalServer({ script, port: first.port })).toThrow(
    `port ${first.port} is in use: choose another with --port`,
  )
})

test('requests are told with who asked and what happened', async () => {
  const requests: RehearsalRequest[] = []
  await using server = serve(story, (request) => requests.push(request))
  await post(server.url, {})
  expect(requests).toMatchObject([{ method: 'POST', path: '/v1/messages' }])
  expect(requests[0]?.conversation).toMatch(/^[0-9a-f]{16}$/)
  expect(requests[0]?.summary).toMatch(/^turn 1: \(thinking\) "I look/)
})

test('a request that was told is forgotten: a server may serve for days', async () => {
  const told: WeakRef<RehearsalRequest>[] = []
  await using server = serve(
    'conversations: [{ repeat: true, turns: [{ say: hello }] }]',
    (request) => told.push(new WeakRef(request)),
  )
  for (const session of Array(20).keys()) {
    await post(server.url, {}, '/v1/messages', { 'x-claude-code-session-id': `${session}` })
  }
  Bun.gc(true)
  expect(told).toHaveLength(20)
  expect(told.filter((request) => request.deref() === undefined)).not.toEqual([])
})

function serve(text: string, onRequest: (request: RehearsalRequest) => void = () => {}) {
  const parsed = parseScript(`rehearsal: 1\n${text}`, 'test.yaml')
  if (!parsed.ok) throw parsed.error
  return createRehearsalServer({ script: parsed.value, onRequest })
}

function post(
  url: string,
  body: object,
  path = '/v1/messages',
  headers: Record<string, string> = {},
) {
  const messages = [{ role: 'user', content: 'go' }]
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ messages, ...body }),
  })
}
