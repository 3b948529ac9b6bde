import { fakeClock, verifies } from '@agency/testing'
import { expect, test, vi } from 'vitest'
import { createLogger, type LogLevel, silentLogger } from './logger.ts'

function collect(level: LogLevel, secrets: string[] = []) {
  const lines: string[] = []
  const write = (line: string) => lines.push(line)
  return {
    lines,
    logger: createLogger({ component: 'c', level, clock: fakeClock(), write, secrets }),
  }
}

test('a line is one JSON object with time, level, component and message', () => {
  const { lines, logger } = collect('debug')
  logger.warn('look out\nbelow', { attempt: 2 })
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toContain('\n')
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    timestamp: '2026-01-01T00:00:00.000Z',
    level: 'warn',
    component: 'c',
    message: 'look out\nbelow',
    attempt: 2,
  })
})

test('data cannot pose as one of the fixed fields', () => {
  const { lines, logger } = collect('debug')
  logger.info('true', { message: 'false', level: 'error' })
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ message: 'true', level: 'info' })
})

test('what is below the level is not written', () => {
  const { lines, logger } = collect('warn')
  logger.debug('a')
  logger.info('b')
  logger.warn('c')
  logger.error('d')
  silentLogger.error('e')
  expect(lines.map((line) => JSON.parse(line).message)).toEqual(['c', 'd'])
})

test('a secret is not in the line, in whatever field it came', () => {
  const { lines, logger } = collect('debug', ['hunter2-hunter2'])
  logger.error('login hunter2-hunter2', { environment: { PASSWORD: 'hunter2-hunter2' } })
  expect(lines[0]).not.toContain('hunter2')
  expect(lines[0]).toContain('[redacted]')
})

test.each<[LogLevel, boolean]>([
  ['debug', true],
  ['info', false],
])('an error at level %s is logged in words; with its stack: %s', (level, withStack) => {
  const { lines, logger } = collect(level)
  logger.error('it failed', new TypeError('no such thing'))
  const { message, error } = JSON.parse(lines[0] ?? '')
  expect(message).toBe('it failed')
  expect(error).toMatchObject({ name: 'TypeError', message: 'no such thing' })
  expect('stack' in error).toBe(withStack)
})

verifies('SC-L003', 'the silent logger writes nothing', () => {
  const streams = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write'))
  const methods = (['log', 'info', 'debug', 'warn', 'error'] as const).map((method) =>
    vi.spyOn(console, method),
  )
  silentLogger.debug('a')
  silentLogger.info('b')
  silentLogger.warn('c')
  silentLogger.error('d', new Error('e'))
  for (const spy of [...streams, ...methods]) {
    expect(spy).not.toHaveBeenCalled()
    spy.mockRestore()
  }
})
