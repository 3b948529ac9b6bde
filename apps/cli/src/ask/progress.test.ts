import { fakeClock } from '@agency/testing'
import { expect, test } from 'vitest'
import { recordingContext } from '../frame/recording-context.ts'
import { createProgress } from './progress.ts'

test('what a model does is shown as it is: it cannot write over the line', () => {
  const recording = recordingContext()
  using progress = createProgress(recording.context.stderr, fakeClock())
  const command = 'rm -rf x\u001B[2K\recho harmless'
  progress.show({ type: 'tool-call', id: '1', name: 'Bash', model: 'm', input: { command } })
  progress.show({ type: 'tool-result', id: '1', isError: true, text: '\u001B]0;title\u0007bad' })
  expect(recording.errors()).toBe('✗ Bash rm -rf x echo harmless\n    bad\n')
})
