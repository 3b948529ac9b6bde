import { verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import { createTerminal } from '../frame/terminal.ts'
import { createConsoleLogger } from './console-logger.ts'

function log({ debug = false, isTTY = false, secrets = [] as string[] } = {}) {
  let shown = ''
  const write = (text: string) => {
    shown += text
  }
  const terminal = createTerminal({ isTTY, write }, {})
  const logger = createConsoleLogger({ output: terminal, errors: terminal, debug, secrets })
  return { logger, shown: () => shown }
}

verifies(
  'AUT-129',
  'all but debug messages are shown on every run, debug ones with --debug',
  () => {
    for (const debug of [false, true]) {
      const { logger, shown } = log({ debug })
      logger.debug('[Send] Read SPEC.md')
      logger.info('session 1')
      logger.warn('no browser')
      logger.error('disk full')
      const always = 'session 1\nwarning: no browser\nerror: disk full\n'
      expect(shown()).toBe(debug ? `[Send] Read SPEC.md\n${always}` : always)
    }
  },
)

verifies('AUT-129', 'on a terminal the levels are told apart by colour', () => {
  const { logger, shown } = log({ debug: true, isTTY: true })
  for (const level of ['debug', 'info', 'warn', 'error'] as const) logger[level]('x')
  const lines = shown().trimEnd().split('\n')
  expect(lines).toEqual([
    '\u001B[2mx\u001B[0m',
    'x',
    '\u001B[33mwarning: x\u001B[0m',
    '\u001B[31merror: x\u001B[0m',
  ])
})

verifies('AUT-132', 'an error shows its message always, its stack below it with --debug', () => {
  const error = new Error('inner')
  const quiet = log()
  quiet.logger.error('it broke', error)
  expect(quiet.shown()).toBe('error: it broke\n')
  const loud = log({ debug: true })
  loud.logger.error('it broke', error)
  expect(loud.shown()).toBe(`error: it broke\n${error.stack}\n`)
})

test('a message can neither show a secret nor move the cursor', () => {
  const { logger, shown } = log({ secrets: ['hunter2-hunter2'] })
  logger.info('the key is hunter2-hunter2\n\u001B[2Jnext\tline')
  expect(shown()).toBe('the key is [redacted]\nnext\tline\n')
})
