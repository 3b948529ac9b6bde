import { verifies } from '@agency/testing'
import { describe, expect, test } from 'vitest'
import type { Answer } from '../api/answer.ts'
import { type MessagesRequest, messagesRequestSchema } from '../api/request.ts'
import { parseScript } from '../script/parse-script.ts'
import { createPlayer } from './player.ts'

describe('the turn that is due', () => {
  const story = 'turns: [{ do: [{ Bash: { command: a } }] }, { say: two }, { say: three }]'

  test('follows from the messages alone, so a repeated request gets the same answer', () => {
    const player = play(story)
    const messages = [user('go'), ...call('a', 'x')]
    expect(said(player.play('s', request(messages)).answer)).toBe('two')
    expect(said(player.play('s', request(messages)).answer)).toBe('two')
    expect(said(play(story).play('other', request(messages)).answer)).toBe('two')
  })

  test('comes after every answer that is in the messages, with a further prompt too', () => {
    const messages = [user('go'), ...call('a', 'x'), assistant('two'), user('and now?')]
    expect(said(play(story).play('s', request(messages)).answer)).toBe('three')
  })

  test('is told by the tool call’s own id when older messages are gone', () => {
    const answer = play(story).play('s', request([user('go')])).answer
    const id =
      answer.kind === 'message' && answer.content[0]?.type === 'tool_use'
        ? answer.content[0].id
        : ''
    const messages = [user('a summary'), assistant('noted'), user('go on'), ...call('a', 'x', id)]
    expect(said(play(story).play('s', request(messages)).answer)).toBe('two')
  })

  verifies('REH-002', 'is the next one whose condition on the result holds', () => {
    const script = `
turns:
  - do: [{ Bash: { command: a } }]
  - { when: { result: /not \\w+/ }, say: missing }
  - { when: { failed: true }, say: broken }
  - { when: { failed: false, result: well }, say: well done }
  - { when: { prompt: please }, say: polite }
  - say: otherwise`
    const after = (text: string, isError = false, prompt = 'go') =>
      said(play(script).play('s', request([user(prompt), ...call('a', text, 't', isError)])).answer)
    expect(after('file not found', true)).toBe('missing')
    expect(after('boom', true)).toBe('broken')
    expect(after('all is well')).toBe('well done')
    expect(
      said(
        play('turns: [{ when: { failed: false }, say: calm }]').play('s', request([user('x')]))
          .answer,
      ),
    ).toBe('calm')
    expect(after('fine', false, 'please')).toBe('polite')
    expect(after('fine')).toBe('otherwise')
  })

  test('is looked up by the very letters of a text that is not between slashes', () => {
    const player = play(`
turns:
  - { when: { prompt: 'a.b (c)*' }, say: by its letters }
  - say: otherwise`)
    expect(said(player.play('s', request([user('see a.b (c)* there')])).answer)).toBe(
      'by its letters',
    )
    expect(said(player.play('s', request([user('see aXb (c)* there')])).answer)).toBe('otherwise')
    expect(said(player.play('s', request([user('see a.b c')])).answer)).toBe('otherwise')
  })

  test('looks at all results of an answer, though they come in several messages', () => {
    const both = [
      { role: 'user', content: [result('t1', 'one', true)] },
      { role: 'user', content: [result('t2', 'two')] },
    ]
    const player = play('turns: [{ say: a }, { when: { failed: true }, say: "{{result}}" }]')
    expect(said(player.play('s', request([user('go'), assistant('a'), ...both])).answer)).toBe(
      'one\ntwo',
    )
  })

  test('skipped turns stay skipped when later messages are looked at', () => {
    const script = `
turns:
  - do: [{ Bash: { command: a } }]
  - { when: { failed: true }, do: [{ Bash: { command: repair } }] }
  - do: [{ Bash: { command: b } }]
  - say: end`
    const messages = [user('go'), ...call('a', 'fine'), ...call('b', 'broken now', 'u', true)]
    expect(said(play(script).play('s', request(messages)).answer)).toBe('end')
  })
})

test('an answer that Claude Code made up for one that was cut off uses up no turn', () => {
  const messages = [user('go'), ...call('a', 'cut off'), assistant('No response requested.')]
  const player = play('turns: [{ do: [{ Bash: { command: a } }] }, { say: two }, { say: three }]')
  expect(said(player.play('s', request([...messages, user('go on')])).answer)).toBe('two')
})

describe('values', () => {
  verifies(
    'REH-002',
    'come from the prompt, the directory, the last result and what was kept',
    () => {
      const script = `
turns:
  - do: [{ Bash: { command: a } }]
  - { keep: { id: '/id=(\\d+)/' }, do: [{ Bash: { command: 'use {{id}} in {{cwd}}' } }] }
  - say: '{{prompt}}: {{id}}, {{result}}, \\{{id}}'`
      const first = [user('<system-reminder>no prompt</system-reminder>'), user('go')]
      const second = play(script).play('s', request([...first, ...call('a', 'id=42')])).answer
      expect(second).toMatchObject({ content: [{ input: { command: 'use 42 in /home/me' } }] })
      const messages = [...first, ...call('a', 'id=42'), ...call('b', 'done')]
      expect(said(play(script).play('s', request(messages)).answer)).toBe('go: 42, done, {{id}}')
    },
  )

  test('that are not there yet are a clear error, not an empty text', () => {
    const answer = play('turns: [{ say: "{{result}}" }]').play('s', request([user('go')])).answer
    expect(answer).toMatchObject({
      status: 410,
      message: '{{result}} has no value yet: rehearsal script "test", turn 1',
    })
  })

  test('of several calls in one turn are joined', () => {
    const messages = [
      user('go'),
      assistant(''),
      { role: 'user', content: [result('t1', 'one'), result('t2', 'two')] },
    ]
    const player = play('turns: [{ say: a }, { say: "{{result}}" }]')
    expect(said(player.play('s', request(messages)).answer)).toBe('one\ntwo')
  })
})

describe('conversations', () => {
  const script = `
conversations:
  - { when: { prompt: /^review/ }, turns: [{ say: reviewed }] }
  - { name: spare, turns: [{ say: spare }] }
  - { when: { prompt: many }, repeat: true, turns: [{ say: again }] }`

  verifies('REH-006', 'each take the first part that fits and is free', () => {
    const player = play(script)
    const ask = (key: string, prompt: string) =>
      said(player.play(key, request([user(prompt)])).answer)
    expect(ask('a', 'many')).toBe('spare')
    expect(ask('b', 'review it')).toBe('reviewed')
    expect(ask('c', 'many')).toBe('again')
    expect(ask('d', 'many')).toBe('again')
    expect(ask('b', 'review it')).toBe('reviewed')
    const reminded = { type: 'text', text: '<system-reminder>many</system-reminder>' }
    const content = [reminded, { type: 'text', text: 'review it' }]
    expect(said(play(script).play('f', request([{ role: 'user', content }])).answer)).toBe(
      'reviewed',
    )
    expect(ask('e', 'review it')).toContain('has no conversation left for the prompt "review it"')
  })

  verifies('REH-006', 'go on with their own part on a server that was started anew', () => {
    const two = `
conversations:
  - { name: first, turns: [{ say: 'a: {{prompt}}' }, { say: first again }] }
  - { name: second, turns: [{ say: b, fault: { usage_limit: wait } }, { say: second again }] }
  - { name: third, turns: [{ say: c }] }`
    const goOn = (answers: Message[]) => request([user('x'), ...answers, user('more')])
    const player = play(two)
    expect(said(player.play('2', goOn([assistant('wait'), assistant('b')])).answer)).toBe(
      'second again',
    )
    expect(said(player.play('new', request([user('x')])).answer)).toBe('a: x')
    expect(said(player.play('1', goOn([assistant('a: x')])).answer)).toBe('first again')
    expect(said(player.play('3', goOn([assistant('c')])).answer)).toContain('"third", is used up')
    const cut = goOn([assistant('No response requested.')])
    expect(said(play(script).play('5', cut).answer)).toBe('spare')
    const alike = play(`
conversations:
  - { name: first, turns: [{ say: same }, { say: one }] }
  - { name: second, turns: [{ say: same }, { say: two }] }`)
    const goneOn = ['1', '2'].map((key) => alike.play(key, goOn([assistant('same')])).answer)
    expect(goneOn.map(said)).toEqual(['one', 'two'])
    const waiting =
      "conversations: [{ turns: [{ say: '{{result}}' }] }, { turns: [{ say: b }, { say: c }] }]"
    expect(said(play(waiting).play('6', goOn([assistant('b')])).answer)).toBe('c')
    const unheard = play(two).play('4', goOn([assistant('a summary of it all')]))
    expect(said(unheard.answer)).toBe('first again')
  })

  verifies('REH-007', 'that go on past the end are refused by name', () => {
    const player = play(script)
    const messages = [user('x'), assistant('spare'), user('more')]
    expect(player.play('a', request(messages)).answer).toEqual({
      kind: 'error',
      status: 410,
      message:
        'rehearsal script "test", conversation "spare", is used up: turn 2 was asked for and there are 1; add a turn to the script',
    })
  })
})

describe('faults', () => {
  test('happen as often as they say, in each conversation, then the turn is answered', () => {
    const player = play(
      'turns: [{ say: fine, fault: [{ status: 429, retry_after: 3, times: 2 }, { cut: true }] }]',
    )
    for (const key of ['a', 'b']) {
      const answers = [1, 2, 3, 4].map(() => player.play(key, request([user('go')])).answer)
      expect(answers).toMatchObject([
        { kind: 'error', status: 429, retryAfterSeconds: 3 },
        { kind: 'error', status: 429 },
        { kind: 'message', manner: { kind: 'cut', inside: 'first block' } },
        { kind: 'message', manner: { kind: 'whole' } },
      ])
    }
  })

  test('of one turn do not count for the next', () => {
    const player = play(
      'turns: [{ do: [{ Bash: { command: a } }], fault: { cut: true } }, { say: b, fault: { cut: true } }]',
    )
    const manners = [[user('go')], [user('go'), ...call('a', 'x')]].flatMap((messages) =>
      [1, 2].map(() => player.play('a', request(messages)).answer),
    )
    expect(manners).toMatchObject(
      ['cut', 'whole', 'cut', 'whole'].map((kind) => ({ manner: { kind } })),
    )
  })

  verifies('REH-003', 'come as they are written', () => {
    const answerTo = (fault: string) =>
      play(`turns: [{ say: x, fault: ${fault} }]`).play('a', request([user('go')])).answer
    const late = { kind: 'cut', inside: 'last block' }
    expect(answerTo('{ cut: late }')).toMatchObject({ manner: late })
    expect(answerTo('{ malformed: true }')).toMatchObject({ manner: { kind: 'malformed' } })
    const whole = { kind: 'whole', delayMs: 0, chunkDelayMs: 0 }
    expect(answerTo('{ delay: 2s }')).toMatchObject({ manner: { ...whole, delayMs: 2_000 } })
    expect(answerTo('{ slow: 30ms }')).toMatchObject({ manner: { ...whole, chunkDelayMs: 30 } })
    expect(answerTo('{ status: 500 }')).toMatchObject({ message: 'Internal server error' })
    expect(answerTo('{ status: 500, message: away }')).toEqual({
      kind: 'error',
      status: 500,
      message: 'away',
    })
  })

  test('that are for always never end', () => {
    const player = play('turns: [{ fault: { hang: true, times: always } }]')
    for (let n = 0; n < 20; n++) {
      expect(player.play('a', request([user('go')])).answer).toEqual({ kind: 'hang' })
    }
  })

  test('a usage limit that stands in the conversation has used up no turn', () => {
    const player = play(
      'turns: [{ say: first, fault: { usage_limit: "limit · resets 6pm" } }, { say: second }]',
    )
    expect(said(player.play('a', request([user('go')])).answer)).toBe('limit · resets 6pm')
    const messages = [user('go'), assistant('limit · resets 6pm'), user('again')]
    expect(said(player.play('a', request(messages)).answer)).toBe('first')
  })
})

test('usage is as written, and estimated where nothing is written', () => {
  const player = play(
    'turns: [{ say: hello, usage: { output_tokens: 9, cache_read_input_tokens: 7 } }]',
  )
  const { answer } = player.play('a', request([user('x'.repeat(4000))]))
  if (answer.kind !== 'message') throw new Error('no message')
  expect(answer.usage).toMatchObject({ output_tokens: 9, cache_read_input_tokens: 7 })
  expect(answer.usage.input_tokens).toBeGreaterThan(1000)
})

function play(text: string) {
  const parsed = parseScript(`rehearsal: 1\n${text}`, 'test.yaml')
  if (!parsed.ok) throw parsed.error
  return createPlayer(parsed.value)
}

type Message = MessagesRequest['messages'][number]

function request(messages: Message[]): MessagesRequest {
  const system = ' - Primary working directory: /home/me\n - more'
  return messagesRequestSchema.parse({ system, messages, tools: [{}] })
}

function user(text: string): Message {
  return { role: 'user', content: text }
}

function assistant(text: string): Message {
  return { role: 'assistant', content: [{ type: 'text', text }] }
}

function call(command: string, text: string, id = `id-${command}`, isError = false): Message[] {
  return [
    { role: 'assistant', content: [{ type: 'tool_use', id, name: 'Bash', input: { command } }] },
    { role: 'user', content: [result(id, text, isError)] },
  ]
}

function result(id: string, text: string, isError = false) {
  const content = [{ type: 'text', text }]
  return { type: 'tool_result', tool_use_id: id, content, is_error: isError }
}

function said(answer: Answer): string {
  if (answer.kind === 'error') return answer.message
  if (answer.kind === 'hang') return 'hang'
  return answer.content.map((block) => (block.type === 'text' ? block.text : block.type)).join('')
}
