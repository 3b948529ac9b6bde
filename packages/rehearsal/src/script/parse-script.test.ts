import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { anyText, verifies } from '@agency/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseScript } from './parse-script.ts'

const examples = join(import.meta.dirname, '../../examples')

verifies('REH-002', 'a script has turns with text, tool calls, conditions and values', () => {
  const script = parse(`
rehearsal: 1
name: story
turns:
  - say: First.
    do:
      - Write: { file_path: "{{cwd}}/a", content: x }
      - mcp__autonoe-deliverable__create_deliverable: { deliverables: [{ id: DL-1 }] }
      - TaskList:
  - when: { result: /id=\\d+/, failed: false }
    keep: { id: '/id=(\\d+)/' }
    say: "{{id}}"
    usage: { input_tokens: 7 }
    fault: { status: 429, retry_after: 1, times: 2 }`)
  expect(script.name).toBe('story')
  const [first, second] = script.conversations[0]?.turns ?? []
  expect(first?.do.map(({ name }) => name)).toEqual([
    'Write',
    'mcp__autonoe-deliverable__create_deliverable',
    'TaskList',
  ])
  expect(first?.do[2]?.input).toEqual({})
  expect(second?.fault).toEqual([{ status: 429, retry_after: 1, times: 2 }])
  expect(second?.usage).toEqual({ input_tokens: 7 })
})

test('the same script may be JSON, also with tabs', () => {
  const json = JSON.stringify({ rehearsal: 1, turns: [{ say: 'Hi.' }] }, undefined, '\t')
  expect(parse(json).conversations[0]?.turns[0]?.say).toBe('Hi.')
})

test('a script without a name has that of its file; lone turns serve everybody', () => {
  const script = parse('rehearsal: 1\nturns: [{ say: Hi. }]')
  expect(script.name).toBe('story')
  expect(script.conversations).toMatchObject([{ repeat: true }])
})

test('times are written with their unit', () => {
  const script = parse(
    'rehearsal: 1\nturns: [{ say: a, fault: [{ slow: 50ms }, { delay: 1.5s }] }]',
  )
  expect(script.conversations[0]?.turns[0]?.fault).toMatchObject([{ slow: 50 }, { delay: 1500 }])
})

describe('an invalid script names the place and what to change', () => {
  const cases: [title: string, text: string, message: string][] = [
    [
      'a version',
      'rehearsal: 2\nturns: [{ say: a }]',
      'story.yaml:1:1: rehearsal: the format version is 1',
    ],
    ['broken YAML', 'rehearsal: 1\nturns: [', 'story.yaml:2:9: '],
    ['no turns', 'rehearsal: 1', 'story.yaml:1:1: a script has turns, or conversations'],
    [
      'an unknown word',
      'rehearsal: 1\nturns:\n  - say: a\n    sya: b',
      'story.yaml:4:5: turns[0].sya: not a word of a script',
    ],
    [
      'an alias of nothing',
      'rehearsal: 1\nturns:\n  - say: a\n  - *agian',
      'story.yaml:4:5: *agian stands for nothing; write &agian before what it repeats',
    ],
    [
      'an empty list',
      'rehearsal: 1\nturns: []',
      'story.yaml:2:1: turns: this may not be empty; fill it in or leave it out',
    ],
    [
      'a number that is too small',
      'rehearsal: 1\nturns:\n  - fault: { status: 500, times: 0 }',
      'turns[0].fault.times: a number from 1 is needed here',
    ],
    [
      'an empty turn',
      'rehearsal: 1\nturns:\n  - say: a\n  - when: { failed: true }',
      'story.yaml:4:5: turns[1]: a turn needs say, do or fault',
    ],
    [
      'two tools in one call',
      'rehearsal: 1\nturns:\n  - do:\n      - { A: {}, B: {} }',
      'story.yaml:4:9: turns[0].do[0]: one tool call is one name',
    ],
    [
      'a bad expression',
      'rehearsal: 1\nturns:\n  - when: { result: "/(/" }\n    say: a',
      'story.yaml:3:13: turns[0].when.result: not a regular expression',
    ],
    [
      'two faults in one',
      'rehearsal: 1\nturns:\n  - fault: { cut: true, hang: true }',
      'turns[0].fault: a fault is one of',
    ],
    [
      'an unknown status',
      'rehearsal: 1\nturns:\n  - fault: { status: 418 }',
      'story.yaml:3:14: turns[0].fault.status: one of 400',
    ],
    [
      'a bad fault in a list',
      'rehearsal: 1\nturns:\n  - fault: [{ slow: 5 }]',
      'story.yaml:3:15: turns[0].fault[0].slow: ',
    ],
    [
      'an unknown value',
      'rehearsal: 1\nturns:\n  - say: a\n  - say: "{{who}}"',
      'story.yaml:4:5: turns[1]: {{who}} is not known here; there are cwd, prompt, result',
    ],
    [
      'a value kept too late',
      'rehearsal: 1\nturns:\n  - say: "{{id}}"\n  - { say: b, keep: { id: x } }',
      'turns[0]: {{id}} is not known here',
    ],
    [
      'a name for a value that is none',
      'rehearsal: 1\nturns:\n  - { say: b, keep: { the id: x } }',
      'story.yaml:3:23: turns[0].keep.the id: a name of letters, digits, _ and -',
    ],
    [
      'a name that has its own value',
      'rehearsal: 1\nturns:\n  - { say: b, keep: { result: x } }',
      'turns[0].keep.result: cwd, prompt, result have their own values; choose another name',
    ],
    ['text that is no object', 'hello', 'story.yaml:1:1: a script begins with "rehearsal: 1"'],
    ['nothing', '', 'story.yaml: a script begins with "rehearsal: 1" and has turns'],
    ['only a comment', '# soon\n', 'story.yaml: a script begins with "rehearsal: 1"'],
    [
      'a turn that is none',
      'rehearsal: 1\nturns:\n  - hello',
      'story.yaml:3:5: turns[0]: a mapping is needed here, not a text',
    ],
    [
      'turns without any',
      'rehearsal: 1\nturns:',
      'story.yaml:2:1: turns: a list is needed here, not nothing',
    ],
    [
      'two documents',
      'rehearsal: 1\nturns: [{ say: a }]\n---\nrehearsal: 1\n',
      'story.yaml:3:1: a script is one YAML document; put what follows "---"',
    ],
    [
      'a quote without its end, where it begins',
      'rehearsal: 1\nturns:\n  - say: "hello\n  - say: b\n',
      'story.yaml:3:10: this quote is never closed',
    ],
  ]
  for (const [title, text, message] of cases) {
    verifies('REH-002', title, () => {
      const parsed = parseScript(text, 'story.yaml')
      expect(parsed.ok ? 'valid' : parsed.error.message).toContain(message)
    })
  }
})

test('an escaped name stands for itself', () => {
  expect(parse('rehearsal: 1\nturns: [{ say: "a \\\\{{b}}" }]').conversations).toHaveLength(1)
})

test('no text makes the parser throw', () => {
  const words = fc.constantFrom(
    'rehearsal: 1\n',
    'turns:',
    '\n  - ',
    'say: ',
    'do: ',
    '{{',
    '}}',
    '[',
    '{',
    '*a',
    '&a ',
    '!!x ',
    '/(',
  )
  const scriptLike = fc
    .array(fc.oneof(words, fc.string()), { maxLength: 12 })
    .map((w) => w.join(''))
  fc.assert(
    fc.property(fc.oneof(anyText(), scriptLike, fc.json()), (text) => {
      parseScript(text, 'any.yaml')
    }),
    { numRuns: 100 },
  )
})

test('every example is a valid script', () => {
  const files = readdirSync(examples)
  expect(files).toContain('hello.yaml')
  for (const file of files) {
    const parsed = parseScript(readFileSync(join(examples, file), 'utf8'), file)
    expect(parsed.ok ? 'valid' : parsed.error.message).toBe('valid')
  }
})

function parse(text: string) {
  const parsed = parseScript(text, 'story.yaml')
  if (!parsed.ok) throw parsed.error
  return parsed.value
}
