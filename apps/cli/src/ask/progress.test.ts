import { fakeClock } from '@agency/testing'
import { expect, test } from 'vitest'
import { recordingContext } from '../frame/recording-context.ts'
import { createProgress } from './progress.ts'

test('a request that got no answer says what is known of it', () => {
  const recording = recordingContext()
  using progress = createProgress(recording.context.stderr, fakeClock())
  const retry = { type: 'request-retry', attempt: 1, delayMs: 500 } as const
  progress.show({ ...retry, status: undefined, reason: 'unknown' })
  progress.show({ ...retry, status: 529, reason: 'overloaded' })
  expect(recording.errors()).toBe(
    'the connection to the model failed; asking again in 0.5s\nthe model did not answer (529); asking again in 0.5s\n',
  )
})

test('what a model does is shown as it is: it cannot write over the line', () => {
  const recording = recordingContext()
  using progress = createProgress(recording.context.stderr, fakeClock())
  const command = 'rm -rf x\u001B[2K\recho harmless'
  progress.show({ type: 'tool-call', id: '1', name: 'Bash', model: 'm', input: { command } })
  progress.show({ type: 'tool-result', id: '1', isError: true, text: '\u001B]0;title\u0007bad' })
  expect(recording.errors()).toBe('✗ Bash rm -rf x echo harmless\n    bad\n')
})

test('an answer that waits for the background is shown, and so is what it waits for', () => {
  const recording = recordingContext()
  using progress = createProgress(recording.context.stderr, fakeClock())
  progress.show({ type: 'text', text: 'The server runs.', model: 'm' })
  progress.show({ type: 'background-wait', tasks: ['npm run dev', 'tail -f\nlog'] })
  expect(recording.errors()).toBe(
    'The server runs.\nanswered; waiting for what runs in the background: npm run dev, tail -f log\n',
  )
})

test('the last words before a failure are shown, the answer of a success is left to its place', () => {
  const said = (how: 'end' | 'endUnanswered') => {
    const recording = recordingContext()
    using progress = createProgress(recording.context.stderr, fakeClock())
    progress.show({ type: 'text', text: 'I found it:', model: 'm' })
    progress[how]()
    return recording.errors()
  }
  expect(said('endUnanswered')).toBe('I found it:\n')
  expect(said('end')).toBe('')
})
