import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Command } from './command.ts'
import { parseArguments } from './parse-arguments.ts'
import { UsageError } from './usage-error.ts'

const command: Command = {
  name: 'try',
  summary: 'try it',
  operands: '<prompt>',
  options: [
    { flags: '--model <name>', description: '' },
    { flags: '--max-turns <number>', description: '' },
    { flags: '-e, --env <pair>', description: '', repeatable: true },
    { flags: '--mode <mode>', description: '', choices: ['plan', 'edit'] },
    { flags: '-q, --quiet', description: '' },
    { flags: '--no-sandbox', description: '' },
  ],
  examples: [],
  load: () => Promise.reject(new Error('not loaded here')),
}

const parse = (...words: string[]) => parseArguments(command, words)

describe('the prompt stays the text that was typed', () => {
  test.each(['42', '-', '0x10', '1e3', 'true', '007', '', ' ', 'grüße 👋', 'a=b', '\u0001'])(
    '%j',
    (prompt) => {
      expect(parse(prompt).operands).toEqual([prompt])
      expect(parse('--quiet', prompt).operands).toEqual([prompt])
    },
  )

  test('after -- even when it looks like an option', () => {
    for (const prompt of ['-x', '--', '--help', '--model=x', '-']) {
      expect(parse('--model', 'm', '--', prompt)).toMatchObject({
        operands: [prompt],
        options: { model: 'm' },
        rest: [],
      })
    }
  })

  test('whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(parse('--', text).operands).toEqual([text])
        expect(parse(`--model=${text}`, 'p').options['model']).toBe(text)
        if (!text.startsWith('-')) {
          expect(parse('--model', text, 'p').options['model']).toBe(text)
        }
      }),
    )
  })
})

describe('options', () => {
  test('take values that begin with a dash after an equals sign', () => {
    expect(parse('--model=-x', 'p').options['model']).toBe('-x')
    expect(parse('--model=--', 'p').options['model']).toBe('--')
    expect(parse('--model=', 'p').options['model']).toBe('')
    expect(parse('--env=A=-1', 'p').options['env']).toEqual(['A=-1'])
  })

  test('arrive under their camel-cased name, switches as true', () => {
    expect(parse('--max-turns', '3', '-q', 'p').options).toEqual({ maxTurns: '3', quiet: true })
    expect(parse('--quiet', '--quiet', 'p').options).toEqual({ quiet: true })
    expect(parse('--no-sandbox', 'p').options).toEqual({ noSandbox: true })
    expect(parse('p').options).toEqual({})
  })

  test('that may be repeated keep their order', () => {
    expect(parse('--env', 'A=1', 'p', '-e', 'B=2', '--env=A=3').options['env']).toEqual([
      'A=1',
      'B=2',
      'A=3',
    ])
  })

  test.each([
    [['--modle', 'x', 'p'], 'unknown option --modle; did you mean --model?'],
    [['--modle=x', 'p'], 'unknown option --modle; did you mean --model?'],
    [['-x'], 'unknown option -x; text that begins with a dash goes after --'],
    [['--a.b', 'p'], 'unknown option --a.b'],
    [['--__proto__=x', 'p'], 'unknown option --__proto__'],
    [['--no-model', 'p'], 'unknown option --no-model'],
    [['--quiet=yes', 'p'], '--quiet takes no value'],
    [['p', '--model'], '--model needs a value: --model <name>'],
    [['--model', '--quiet', 'p'], '--model needs a value'],
    [['--model', 'a', '--model', 'b', 'p'], '--model was given twice'],
    [['--mode', 'plam', 'p'], '--mode is "plam"; it takes plan, edit'],
    [[], 'missing <prompt>'],
    [['two', 'words'], 'unexpected argument "words"; put quotes around text with spaces'],
  ])('%j is refused: %s', (words, message) => {
    expect(() => parse(...words)).toThrow(UsageError)
    expect(() => parse(...words)).toThrow(message)
  })
})

test('a command that runs another gets the words after -- untouched', () => {
  const runner: Command = { ...command, operands: '', rest: '<command>' }
  expect(parseArguments(runner, ['-q', '--', 'ls', '-l', '--', '42'])).toEqual({
    operands: [],
    options: { quiet: true },
    rest: ['ls', '-l', '--', '42'],
  })
})

test('an operand with choices takes no other word and names them', () => {
  const chooser: Command = { ...command, operands: '<shell>', choices: ['bash', 'zsh'] }
  expect(parseArguments(chooser, ['zsh']).operands).toEqual(['zsh'])
  expect(() => parseArguments(chooser, ['ksh'])).toThrow('<shell> is "ksh"; it takes bash, zsh')
  expect(() => parseArguments(chooser, [])).toThrow('missing <shell>: bash, zsh')
})
