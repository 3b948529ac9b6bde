import { existsSync, statSync } from 'node:fs'
import { mkdir, readFile, rm, rmdir } from 'node:fs/promises'
import { temporaryDirectory, verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import { parseScript } from '../script/parse-script.ts'
import type { RehearsalRequest } from '../serve/api-server.ts'
import { createRehearsalServer } from '../serve/rehearsal-server.ts'
import { loadCassette } from './load-cassette.ts'
import { createRecordServer } from './record-server.ts'

verifies('REH-004', 'a key that a model says piece by piece is not in the file', async () => {
  await using directory = await temporaryDirectory()
  const key = 'private-key-0123456789'
  const script = parseScript(`rehearsal: 1\nturns: [{ say: the key is ${key} }]`, 'key.yaml')
  if (!script.ok) throw script.error
  await using model = createRehearsalServer({ script: script.value })
  const cassette = directory.join('run.jsonl')
  await using server = createRecordServer({ upstream: new URL(model.url), cassette })
  const response = await fetch(`${server.url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: JSON.stringify({
      stream: true,
      messages: [{ role: 'user', content: 'go' }],
      metadata: { user_id: 'device-4711' },
    }),
  })
  expect(await response.text()).not.toContain(key) // it came in pieces
  const text = await readFile(cassette, 'utf8')
  expect(text).toContain('the key is REDACTED')
  expect(text).not.toContain('device-4711')
  for (const piece of key.match(/.{8}/g) ?? []) expect(text).not.toContain(piece)
})

verifies('REH-004', 'what opens doors in a header is blanked wherever else it stands', async () => {
  await using directory = await temporaryDirectory()
  const script = parseScript('rehearsal: 1\nturns: [{ say: "{{prompt}}" }]', 'echo.yaml')
  if (!script.ok) throw script.error
  await using model = createRehearsalServer({ script: script.value })
  const cassette = directory.join('run.jsonl')
  await using server = createRecordServer({ upstream: new URL(model.url), cassette })
  const value = 'open sesame please'
  for (const headers of [
    { 'x-api-key': value },
    { 'x-corp-token': value },
    { 'x-gateway-secret': value },
    { 'x-password': value },
    { cookie: value },
    { authorization: `Portal ${value}` },
  ]) {
    const content = `say ${value} (${Object.keys(headers)[0]})`
    const body = JSON.stringify({ messages: [{ role: 'user', content }] })
    const response = await fetch(`${server.url}/v1/messages`, { method: 'POST', headers, body })
    expect(await response.text()).toContain(value)
  }
  const text = await readFile(cassette, 'utf8')
  expect(text.match(/REDACTED/g)).toHaveLength(12)
  expect(text).not.toContain('sesame')
  expect(statSync(cassette).mode & 0o777).toBe(0o600)
})

test('an upstream that does not answer leaves no file, so the next attempt can have its name', async () => {
  await using directory = await temporaryDirectory()
  const cassette = directory.join('run.jsonl')
  const upstream = new URL('http://127.0.0.1:1')
  for (const attempt of ['first', 'second']) {
    {
      await using server = createRecordServer({ upstream, cassette })
      expect(() => createRecordServer({ upstream, cassette }), attempt).toThrow('EEXIST')
      const response = await fetch(`${server.url}/v1/messages`, { method: 'POST', body: '{}' })
      expect(response.status).toBe(502)
    }
    expect(existsSync(cassette), attempt).toBe(false)
  }
})

test('what cannot be written is told, and the answer passed on all the same', async () => {
  await using directory = await temporaryDirectory()
  const cassette = directory.join('run.jsonl')
  const script = parseScript('rehearsal: 1\nturns: [{ say: hello }]', 'hello.yaml')
  if (!script.ok) throw script.error
  await using model = createRehearsalServer({ script: script.value })
  const summaries: string[] = []
  const onRequest = ({ summary }: RehearsalRequest) => summaries.push(summary)
  await using server = createRecordServer({ upstream: new URL(model.url), cassette, onRequest })
  await rm(cassette)
  await mkdir(cassette)
  const response = await fetch(`${server.url}/v1/models`)
  expect(await response.json()).toMatchObject({ data: expect.anything() })
  expect(summaries).toEqual([expect.stringMatching(/^status 200, NOT recorded: EISDIR/)])
  await rmdir(cassette)
})

test('a redirection is handed on, and the key goes nowhere else', async () => {
  await using directory = await temporaryDirectory()
  const seen: string[] = []
  const listen = (fetch: (request: Request) => Response) => {
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch })
    return { url: server.url, [Symbol.asyncDispose]: () => server.stop(true) }
  }
  await using elsewhere = listen(({ headers }) => {
    seen.push(headers.get('x-api-key') ?? '')
    return new Response('thanks')
  })
  await using upstream = listen(() => Response.redirect(elsewhere.url.href, 307))
  const cassette = directory.join('run.jsonl')
  await using server = createRecordServer({ upstream: upstream.url, cassette })
  const response = await fetch(`${server.url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': 'sk-rehearsal' },
    body: '{}',
    redirect: 'manual',
  })
  expect(response.status).toBe(307)
  expect(seen).toEqual([])
})

test('what stands outside the conversations names none, and a look at the network is not recorded', async () => {
  await using directory = await temporaryDirectory()
  const cassette = directory.join('run.jsonl')
  const script = parseScript('rehearsal: 1\nturns: [{ say: hello }]', 'hello.yaml')
  if (!script.ok) throw script.error
  await using model = createRehearsalServer({ script: script.value })
  const requests: RehearsalRequest[] = []
  await using server = createRecordServer({
    upstream: new URL(model.url),
    cassette,
    onRequest: (request) => requests.push(request),
  })
  await fetch(`${server.url}/api/hello`, { method: 'HEAD' })
  await (await fetch(`${server.url}/v1/models`)).text()
  expect(requests.map(({ conversation, summary }) => ({ conversation, summary }))).toEqual([
    { conversation: undefined, summary: 'health' },
    { conversation: undefined, summary: 'status 200, recorded' },
  ])
  const loaded = await loadCassette(cassette)
  expect(loaded.ok && loaded.value.map(({ request }) => request.path)).toEqual(['/v1/models'])
})

for (const who of ['the client', 'the recording'] as const) {
  test(`an answer that ${who} ends half-way is recorded once, as cut`, async () => {
    await using directory = await temporaryDirectory()
    const cassette = directory.join('run.jsonl')
    await using model = endlessModel()
    {
      await using server = createRecordServer({ upstream: model.url, cassette })
      const leaving = new AbortController()
      const request = { method: 'POST', body: '{}', signal: leaving.signal }
      const response = await fetch(`${server.url}/v1/messages`, request)
      await response.body?.getReader().read()
      if (who === 'the client') {
        leaving.abort()
        await model.left
      }
    }
    const loaded = await loadCassette(cassette)
    if (!loaded.ok) throw loaded.error
    expect(loaded.value.map(({ response }) => response)).toMatchObject([
      { body: 'the beginning', cut: true },
    ])
  })
}

/** Says the beginning of an answer and then nothing, until it is left. */
function endlessModel() {
  const left = Promise.withResolvers<void>()
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () =>
      new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode('the beginning')),
          cancel: () => left.resolve(),
        }),
      ),
  })
  return {
    url: server.url,
    left: left.promise,
    [Symbol.asyncDispose]: () => server.stop(true),
  }
}
