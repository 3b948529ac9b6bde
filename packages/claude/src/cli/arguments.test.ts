import { createAIRequest } from '@agency/core'
import { verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import { resultLine } from '../../testing/claude-says.ts'
import { never, scriptedRunner } from '../../testing/scripted-runner.ts'
import { buildArguments, defaultConfiguration } from './arguments.ts'

const build = (request = {}, configuration = {}) =>
  buildArguments(request, { ...defaultConfiguration, ...configuration }, 'json')

const valueAfter = (words: readonly string[], flag: string) => words[words.indexOf(flag) + 1]

verifies('RUN-009', 'events are asked for only when somebody listens', () => {
  const json = buildArguments({}, defaultConfiguration, 'json')
  const events = buildArguments({}, defaultConfiguration, 'events')
  expect(json).toEqual(['-p', '--output-format', 'json', '--model', 'sonnet'])
  expect(events).toEqual(['-p', '--output-format', 'stream-json', '--verbose', '--model', 'sonnet'])
})

verifies('RUN-010', "the request's model wins over the configured one", () => {
  expect(valueAfter(build({ model: 'opus' }, { model: 'haiku' }), '--model')).toBe('opus')
  expect(valueAfter(build({}, { model: 'haiku' }), '--model')).toBe('haiku')
})

verifies('RUN-011', 'with nothing named it is sonnet, for thirty minutes', async () => {
  expect(valueAfter(build(), '--model')).toBe('sonnet')
  const { runner, clock } = scriptedRunner([{ hangs: true }])
  await expect(runner.run(createAIRequest('x'), never)).rejects.toMatchObject({ kind: 'timeout' })
  expect(clock.waits).toEqual([30 * 60 * 1000])
})

verifies('RUN-012', 'a permission mode is passed only when the request names one', () => {
  expect(build()).not.toContain('--permission-mode')
  expect(valueAfter(build({ permissionMode: 'plan' }), '--permission-mode')).toBe('plan')
})

verifies('RUN-015', 'the system prompt is one argument, verbatim', () => {
  const systemPrompt = `say "yes" and 'no'\n$(touch pwned); --model x`
  expect(valueAfter(build({ systemPrompt }), '--append-system-prompt')).toBe(systemPrompt)
  expect(build()).not.toContain('--append-system-prompt')
})

verifies('RUN-016', 'context follows the system prompt under the same flag', () => {
  const both = build({ systemPrompt: 'You are terse.', context: 'The build is red.' })
  expect(both.filter((word) => word === '--append-system-prompt')).toHaveLength(1)
  expect(valueAfter(both, '--append-system-prompt')).toBe('You are terse.\n\nThe build is red.')
  const alone = build({ context: 'The build is red.' })
  expect(valueAfter(alone, '--append-system-prompt')).toBe('The build is red.')
})

verifies('RUN-017', 'a budget is passed when requested or configured, and only then', () => {
  expect(build()).not.toContain('--max-budget-usd')
  expect(valueAfter(build({ maxBudgetUsd: 1.5 }), '--max-budget-usd')).toBe('1.5')
  expect(valueAfter(build({}, { maxBudgetUsd: 3 }), '--max-budget-usd')).toBe('3')
  expect(valueAfter(build({ maxBudgetUsd: 1 }, { maxBudgetUsd: 3 }), '--max-budget-usd')).toBe('1')
})

verifies('RUN-018', 'max turns is passed only when configured', () => {
  expect(build()).not.toContain('--max-turns')
  expect(valueAfter(build({}, { maxTurns: 7 }), '--max-turns')).toBe('7')
})

test('allowed tools are one word, so that they cannot swallow what follows', () => {
  const words = build({ allowedTools: ['Bash(npm test)', 'Edit'] })
  expect(words.at(-1)).toBe('--allowedTools=Bash(npm test),Edit')
})

verifies('RUN-022', 'a conversation is started or continued, never both', async () => {
  const { runner, started } = scriptedRunner([{ stdout: resultLine() }])
  const sessionId = '7c1d2e3f-4a5b-4c6d-8e7f-901a2b3c4d5e'
  await runner.run(createAIRequest('a'), never)
  await runner.run(createAIRequest('b', { conversation: { kind: 'new', sessionId } }), never)
  await runner.run(createAIRequest('c', { conversation: { kind: 'continued', sessionId } }), never)
  const [fresh, named, continued] = started.map(({ command }) => command.arguments)
  expect(valueAfter(fresh ?? [], '--session-id')).toMatch(
    /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/,
  )
  expect(valueAfter(named ?? [], '--session-id')).toBe(sessionId)
  expect(valueAfter(continued ?? [], '--resume')).toBe(sessionId)
  expect(fresh).not.toContain('--resume')
  expect(named).not.toContain('--resume')
  expect(continued).not.toContain('--session-id')
})
