import { verifies } from '@agency/testing'
import { expect } from 'vitest'
import { createAIRequest } from './request.ts'

verifies('RUN-027', 'a request needs only a prompt, and keeps each option as it was given', () => {
  expect(createAIRequest('hello')).toEqual({ prompt: 'hello' })
  const options = {
    model: 'opus',
    timeoutMs: 90_000,
    permissionMode: 'plan',
    systemPrompt: 'You are terse.',
    workingDir: '/project',
    context: 'The build is red.',
  }
  expect(createAIRequest('hello', options)).toEqual({ prompt: 'hello', ...options })
})
