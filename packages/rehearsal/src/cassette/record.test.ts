import { readFile } from 'node:fs/promises'
import { temporaryDirectory, verifies } from '@agency/testing'
import { expect } from 'vitest'
import { parseScript } from '../script/parse-script.ts'
import { createRehearsalServer } from '../serve/rehearsal-server.ts'
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
    body: JSON.stringify({ stream: true, messages: [{ role: 'user', content: 'go' }] }),
  })
  expect(await response.text()).not.toContain(key) // it came in pieces
  const text = await readFile(cassette, 'utf8')
  expect(text).toContain('the key is REDACTED')
  for (const piece of key.match(/.{8}/g) ?? []) expect(text).not.toContain(piece)
})
