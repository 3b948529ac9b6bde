import { expect, test } from 'vitest'
import { recordingContext } from '../frame/recording-context.ts'
import { readRequest } from './read-request.ts'

test('whoever types the prompt is told how to end it; a pipe is told nothing', async () => {
  const saidTo = async (isTerminal: boolean) => {
    const stdin = { isTerminal, text: async () => 'hello\n' }
    const recording = recordingContext({ stdin })
    const { request } = await readRequest(
      { operands: ['-'], options: {}, rest: [] },
      recording.context,
    )
    expect(request.prompt).toBe('hello\n')
    return recording.errors()
  }
  expect(await saidTo(true)).toBe('type the prompt, then Ctrl-D on a line of its own\n')
  expect(await saidTo(false)).toBe('')
})
