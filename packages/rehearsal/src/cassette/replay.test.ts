import { verifies } from '@agency/testing'
import { describe, expect, test } from 'vitest'
import { messageEvents } from '../api/events.ts'
import { comparable } from './comparable.ts'
import type { Exchange } from './exchange.ts'
import { firstDifference } from './first-difference.ts'
import { parseCassette } from './load-cassette.ts'
import { createReplayServer } from './replay-server.ts'
import { retell } from './retell.ts'

describe('two requests are the same', () => {
  const base = {
    metadata: { user_id: '{"session_id":"1"}' },
    system: [{ type: 'text', text: 'x-anthropic-billing-header: cc_version=1.a' }],
    messages: [
      {
        role: 'user',
        content:
          'in /home/a/project on 2026-11-15, 3f2504e0-4f89-41d3-9a0c-0305e82c3301, toolu_01, 09:15:00, localhost:80, 3 s',
      },
      { role: 'system', content: ' - Primary working directory: /home/a/project\n' },
    ],
  }
  const variants: [string, object][] = [
    ['with another session', { ...base, metadata: { user_id: '{"session_id":"2"}' } }],
    [
      'with another billing header',
      { ...base, system: [{ type: 'text', text: 'x-anthropic-billing-header: b' }] },
    ],
    [
      'in another directory, on another day, with other ids, times and ports',
      {
        ...base,
        messages: [
          {
            role: 'user',
            content:
              'in /srv/b on 2027-01-02, 00000000-4f89-41d3-9a0c-0305e82c3301, toolu_xyz, 23:59:59, localhost:8080, 14.2 s',
          },
          { role: 'system', content: ' - Primary working directory: /srv/b\n' },
        ],
      },
    ],
    [
      'with blocks and cache marks in place of text',
      {
        ...base,
        messages: base.messages.map(({ role, content }) => ({
          role,
          content: [{ type: 'text', text: content, cache_control: { type: 'ephemeral' } }],
        })),
      },
    ],
  ]
  for (const [title, variant] of variants) {
    verifies('REH-005', title, () => {
      expect(firstDifference(comparable(base), comparable(variant))).toBeUndefined()
    })
  }

  verifies(
    'REH-005',
    'with another state of the repository, and with nothing else around it',
    () => {
      const other = {
        branch: 'fix',
        status: ' M a.ts\n?? b.ts',
        commits: '5b65b6f one\n394f354 two',
      }
      const clean = comparable(
        requestIn({ branch: 'main', status: '(clean)', commits: '5b65b6f one' }),
      )
      const fresh = comparable(requestIn({ ...other, commits: '' }))
      const dirty = comparable(requestIn(other))
      expect(firstDifference(clean, dirty)).toBeUndefined()
      expect(firstDifference(clean, fresh)).toBeUndefined()
      for (const words of [{ before: 'Be terse.' }, { after: 'Be terse.' }]) {
        const changed = comparable(requestIn({ ...other, ...words }))
        expect(firstDifference(clean, changed)?.got).toContain('Be terse.')
      }
    },
  )

  verifies('REH-005', 'but not with other words, and the first of them is shown', () => {
    const other = structuredClone(base)
    other.messages[0] = { role: 'user', content: 'in /home/a/project on Monday' }
    expect(firstDifference(comparable(base), comparable(other))).toEqual({
      path: 'messages[0].content[0].text',
      recorded: '"in <cwd> on <date>, <uuid>, <tool call>, <time>, localhost:<port>, <duration>"',
      got: '"in <cwd> on Monday"',
    })
  })
})

/** What Claude Code 2.1.325 says of a repository. */
function requestIn(
  repository: Record<'branch' | 'status' | 'commits', string> & { before?: string; after?: string },
) {
  const { branch, status, commits, before = '', after = '' } = repository
  const text = `<system-reminder>
As you answer the user's questions, you can use the following context:${before}
# gitStatus
This is the git status at the start of the conversation. Note that this status is a snapshot in time, and will not update during the conversation.

Current branch: ${branch}

Main branch (you will usually use this for PRs): main

Git user: A

Status:
${status}

Recent commits:
${commits}

${after}Claude Code attached this context automatically; it isn't part of the user's message.
</system-reminder>`
  return { messages: [{ role: 'user', content: [{ type: 'text', text }] }] }
}

test('a difference deep in a long text is shown where it is', () => {
  const same = 'same '.repeat(100)
  const found = firstDifference({ a: [`${same}old`] }, { a: [`${same}new`] })
  expect(found?.path).toBe('a[0]')
  expect(found?.recorded).toMatch(/^….{20}old"$/)
  expect(found?.got).toMatch(/^….{20}new"$/)
})

test('what is missing on one side is a difference', () => {
  expect(firstDifference({ a: 1 }, { a: 1, b: 2 })).toEqual({
    path: 'b',
    recorded: 'nothing',
    got: '2',
  })
})

describe('a retold answer', () => {
  const usage = {
    input_tokens: 1,
    output_tokens: 1,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  }
  const directories = { recordedCwd: '/home/recorded/project', cwd: '/srv/new' }

  test('has its paths moved, though they were spread over several events', () => {
    const input = { file_path: '/home/recorded/project/a/b.txt' }
    const events = messageEvents(
      'msg_1',
      [{ type: 'tool_use', id: 't', name: 'Write', input }],
      usage,
    )
    expect(events.join('')).not.toContain('/home/recorded/project')
    const retold = retell(
      events.join('').replace('"rehearsal"', '"claude-sonnet-5-5"'),
      directories,
    )
    expect(retold).toContain(JSON.stringify(JSON.stringify({ file_path: '/srv/new/a/b.txt' })))
    expect(retold).toContain('"model":"rehearsal"')
    expect(retold).not.toContain('claude-sonnet')
    expect(retold.endsWith('\n\n')).toBe(true)
  })

  test('keeps malformed events as they were', () => {
    const body =
      'event: ping\ndata: {"type":"ping"}\n\nevent: content_block_delta\ndata: {"type":"co\n\n'
    expect(retell(body, directories)).toBe(body)
  })

  test('may be plain JSON', () => {
    const body = JSON.stringify({
      model: 'claude',
      content: [{ text: '/home/recorded/project/x' }],
    })
    expect(JSON.parse(retell(body, directories))).toEqual({
      model: 'rehearsal',
      content: [{ text: '/srv/new/x' }],
    })
  })
})

verifies('REH-005', 'a recording is answered in order, and no further than it goes', async () => {
  const exchanges = [exchange(['a'], 'one'), exchange(['a', 'b'], 'two')]
  await using server = createReplayServer({ name: 'tape', exchanges })
  const ask = async (texts: string[]) => (await post(server.url, texts)).text()
  expect(await ask(['a', 'b'])).toContain('line 1: the request differs at messages[1]')
  expect(await ask(['a'])).toBe('one')
  expect(await ask(['a', 'b'])).toBe('two')
  expect(await ask(['a', 'b'])).toContain('cassette \\"tape\\" is used up')
})

test('side requests are answered in any order, and take nothing from the conversation', async () => {
  const side = (content: string): Exchange => ({
    ...exchange([content], `title of ${content}`),
    side: true,
    request: { method: 'POST', path: '/v1/messages/count_tokens', body: bodyOf([content]) },
  })
  const exchanges = [side('x'), side('y'), exchange(['a'], 'one')]
  await using server = createReplayServer({ name: 'tape', exchanges })
  const ask = async (text: string, path: string) => (await post(server.url, [text], path)).text()
  expect(await ask('y', '/v1/messages/count_tokens')).toBe('title of y')
  expect(await ask('z', '/v1/messages/count_tokens')).toContain('is used up')
  expect(await ask('x', '/v1/elsewhere')).toContain('is used up')
  expect(await (await fetch(server.url)).json()).toEqual({ rehearsal: 'tape' })
  expect(await ask('a', '/v1/messages')).toBe('one')
  expect(await ask('x', '/v1/messages/count_tokens')).toBe('title of x')
})

test('a conversation takes the recorded one that began as it does', async () => {
  const exchanges = [
    { ...exchange(['a'], 'to a'), conversation: 'first' },
    { ...exchange(['b'], 'to b'), conversation: 'second' },
  ]
  await using server = createReplayServer({ name: 'tape', exchanges })
  expect(await (await post(server.url, ['b'])).text()).toBe('to b')
  expect(await (await post(server.url, ['a'])).text()).toBe('to a')
})

verifies('REH-005', 'a wrong beginning takes nothing away from the right one', async () => {
  const exchanges = [exchange(['a'], 'one'), exchange(['a', 'b'], 'two')]
  await using server = createReplayServer({ name: 'tape', exchanges })
  const ask = async (texts: string[]) => (await post(server.url, texts)).text()
  expect(await ask(['wrong'])).toContain('line 1: the request differs')
  expect(await ask(['wrong again'])).toContain('line 1: the request differs')
  expect(await ask(['a'])).toBe('one')
  expect(await ask(['late'])).toContain('is used up: each recorded conversation plays once')
  expect(await ask(['a', 'b'])).toBe('two')
  expect(await ask(['a', 'b'])).toContain('nothing more is recorded of this conversation')
})

test('a request that holds a key is the recorded one, where the key is blanked', async () => {
  await using server = createReplayServer({
    name: 'tape',
    exchanges: [exchange(['log in with REDACTED'], 'in')],
  })
  const response = await fetch(`${server.url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': 'open sesame' },
    body: JSON.stringify(bodyOf(['log in with open sesame'])),
  })
  expect(await response.text()).toBe('in')
})

verifies('REH-005', 'an answer that was cut is cut again', async () => {
  const whole = exchange(['a'], 'the beginning')
  const exchanges = [{ ...whole, response: { ...whole.response, cut: true } }]
  await using server = createReplayServer({ name: 'tape', exchanges })
  await expect((await post(server.url, ['a'])).text()).rejects.toThrow()
})

test('a cassette that is damaged names the line', () => {
  const line = JSON.stringify(exchange(['a'], 'one'))
  const damaged: [string, string][] = [
    [`${line}\n${line.slice(0, -9)}`, 'the line is cut off; remove it, or record again'],
    [`${line}\nhello\n${line}\n`, 'the line is not JSON; remove it, or record again'],
    [`${line}\n{}`, 'cassette: not a recorded exchange'],
  ]
  for (const [text, message] of damaged) {
    const parsed = parseCassette(text, 'tape.jsonl')
    expect(parsed.ok ? '' : parsed.error.message).toContain(`tape.jsonl:2:1: ${message}`)
  }
  const empty = parseCassette('\n', 'tape.jsonl')
  expect(empty.ok ? '' : empty.error.message).toBe('tape.jsonl: nothing is recorded in it')
})

function exchange(texts: string[], body: string): Exchange {
  return {
    cassette: 1,
    conversation: 'c',
    side: false,
    request: { method: 'POST', path: '/v1/messages', body: bodyOf(texts) },
    response: { status: 200, headers: { 'content-type': 'text/plain' }, body, cut: false },
  }
}

function bodyOf(texts: string[]) {
  return { messages: texts.map((content) => ({ role: 'user', content })) }
}

function post(url: string, texts: string[], path = '/v1/messages') {
  return fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(bodyOf(texts)) })
}
