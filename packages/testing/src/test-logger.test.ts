import { expect } from 'vitest'
import { TestLogger } from './test-logger.ts'
import { verifies } from './verifies.ts'

verifies('SC-L001', 'info is kept as info', () => {
  const logger = new TestLogger()
  logger.info('hello')
  expect(logger.entries).toEqual([{ level: 'info', message: 'hello' }])
})

verifies('SC-L002', 'debug is kept as debug', () => {
  const logger = new TestLogger()
  logger.debug('hello', { attempt: 1 })
  expect(logger.entries).toEqual([{ level: 'debug', message: 'hello', detail: { attempt: 1 } }])
})

verifies('SC-L005', 'warn is kept as warning', () => {
  const logger = new TestLogger()
  logger.warn('hello')
  expect(logger.entries).toEqual([{ level: 'warning', message: 'hello' }])
})

verifies('SC-L006', 'error is kept as error, with what was thrown', () => {
  const logger = new TestLogger()
  const thrown = new Error('broken')
  logger.error('hello', thrown)
  expect(logger.entries).toEqual([{ level: 'error', message: 'hello', detail: thrown }])
})
