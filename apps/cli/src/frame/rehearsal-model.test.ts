import { verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import { withModel } from './rehearsal-model.ts'

verifies(
  'AUT-157',
  'a run without an answer has the rehearsal server named as its model',
  async () => {
    await using server = serve(() => new Response(null, { headers: { 'x-agency-rehearsal': 'a' } }))
    for (const base of [
      server.url,
      server.url.replace('127.0.0.1', 'localhost'),
      `${server.url}v2/`,
    ]) {
      expect(await withModel({}, { ANTHROPIC_BASE_URL: base }), base).toEqual({
        model: 'rehearsal',
      })
    }
  },
)

verifies(
  'AUT-157',
  'a run that heard its model, or that another server served, stays as it is',
  async () => {
    let asked = 0
    await using server = serve(() => {
      asked++
      return new Response(null)
    })
    const heard = { model: 'claude-opus-4-5' }
    expect(await withModel(heard, { ANTHROPIC_BASE_URL: server.url })).toBe(heard)
    expect(asked).toBe(0)
    expect(await withModel({}, { ANTHROPIC_BASE_URL: server.url })).toEqual({})
    expect(asked).toBe(1)
  },
)

test('only this machine is asked', async () => {
  await using server = serve(() => new Response(null, { headers: { 'x-agency-rehearsal': 'a' } }))
  // It reaches the server all the same, but nobody can tell by the name.
  const elsewhere = server.url.replace('127.0.0.1', '0.0.0.0')
  expect((await fetch(elsewhere)).headers.has('x-agency-rehearsal')).toBe(true)
  for (const base of [undefined, '', 'nonsense', elsewhere]) {
    expect(await withModel({}, { ANTHROPIC_BASE_URL: base })).toEqual({})
  }
})

function serve(answer: () => Response) {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer })
  return { url: server.url.href, [Symbol.asyncDispose]: () => server.stop(true) }
}
