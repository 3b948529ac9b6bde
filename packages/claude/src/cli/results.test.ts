import { ClaudeInvocationError, createAIRequest } from '@agency/core'
import { verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import { assistantLine, initLine, resultLine, toolResultLine } from '../../testing/claude-says.ts'
import type { ScriptedRun } from '../../testing/scripted-executor.ts'
import { never, scriptedRunner } from '../../testing/scripted-runner.ts'

const run = (script: ScriptedRun, onEvent?: () => void) =>
  scriptedRunner([script]).runner.run(createAIRequest('x'), never, onEvent)

const failureOf = async (script: ScriptedRun): Promise<ClaudeInvocationError> => {
  const error = await run(script).catch((caught) => caught)
  expect(error).toBeInstanceOf(ClaudeInvocationError)
  return error
}

verifies(['RUN-029', 'RUN-030'], "Claude's JSON becomes the result", async () => {
  expect(await run({ stdout: resultLine() })).toEqual({
    outcome: 'success',
    success: true,
    output: 'Done.',
    sessionId: '3b9f2c1e-6a57-4e5f-9a5e-0d6a0b7c8d9e',
    durationMs: 5000,
    numTurns: 3,
    totalCostUsd: 0.05,
    error: '',
    filesChanged: [],
  })
  expect(await run({ stdout: '{"type":"result","is_error":false,"result":"ok"}' })).toMatchObject({
    success: true,
    output: 'ok',
    durationMs: 0,
    numTurns: 0,
    totalCostUsd: 0,
  })
})

verifies(
  'RUN-031',
  'the error of a failed run is the text, else stderr, else the subtype',
  async () => {
    const failed = { is_error: true, subtype: 'error_during_execution' }
    const error = async (fields: object, stderr = '') =>
      (await run({ stdout: resultLine({ ...failed, ...fields }), stderr, code: 1 })).error
    expect(await error({ result: 'it broke' }, 'noise')).toBe('it broke')
    expect(await error({ result: '' }, 'it broke loudly\n')).toBe('it broke loudly')
    expect(await error({ result: undefined }, '')).toBe('error_during_execution')
    expect(await error({ result: undefined, subtype: '' }, '')).toBe('claude gave no reason')
  },
)

verifies('RUN-032', 'warnings on stderr do not spoil a success', async () => {
  const result = await run({ stdout: resultLine(), stderr: 'warning: deprecated' })
  expect(result).toMatchObject({ success: true, error: '' })
})

verifies('RUN-034', 'a non-zero exit with a result is that result', async () => {
  const stdout = resultLine({
    is_error: true,
    result: 'could not',
    subtype: 'error_during_execution',
  })
  const result = await run({ stdout, code: 1 })
  expect(result).toMatchObject({ outcome: 'failure', success: false, error: 'could not' })
})

test('a result whose subtype is an error is no success, whatever is_error says', async () => {
  const stdout = resultLine({ subtype: 'error_max_turns', is_error: false, result: undefined })
  const result = await run({ stdout })
  expect(result).toMatchObject({ success: false, failure: 'turns', error: 'error_max_turns' })
})

test('a result that is printed over several lines is read', async () => {
  const pretty = JSON.stringify(JSON.parse(resultLine()), null, 2)
  expect(await run({ stdout: pretty })).toMatchObject({ success: true, output: 'Done.' })
})

verifies('RUN-035', 'a crash carries the exit code and the end of stderr', async () => {
  const stderr = `${'x'.repeat(5000)}the real reason`
  const error = await failureOf({ code: 7, stderr })
  expect(error.kind).toBe('process')
  expect(error.message).toContain('exited with code 7')
  expect(error.message).toContain('the real reason')
  expect(error.message.length).toBeLessThan(2200)
  expect(error.data).toMatchObject({ exitCode: 7 })
  expect((await failureOf({ signal: 'SIGSEGV' })).message).toContain('SIGSEGV')
})

test('a crash is not classified by what Claude told of the project', async () => {
  for (const cwd of ['/srv/rate-limiter', '/srv/authentication_service', '/srv/overloaded']) {
    const init = JSON.stringify({ type: 'system', subtype: 'init', cwd, session_id: 's1' })
    for (const stdout of [`${init}\n`, init.slice(0, -1)]) {
      const error = await failureOf({ stdout, code: 1, stderr: 'Illegal instruction' })
      expect(error.kind, cwd).toBe('process')
      expect(error.message).toContain('Illegal instruction')
    }
  }
  const plain = await failureOf({ stdout: '{"type":"system"}\nNot logged in\n', code: 1 })
  expect(plain.kind).toBe('authentication')
})

verifies(
  'RUN-036',
  'output that is not JSON is a parse error that shows it, shortened',
  async () => {
    const error = await failureOf({ stdout: `<html>${'y'.repeat(9000)}` })
    expect(error.kind).toBe('parse')
    expect(error.message).toContain('<html>yyy')
    expect(error.message.length).toBeLessThan(2200)
    expect(String(error.data['stdout'])).toContain('<html>yyy')
  },
)

verifies('RUN-037', 'nothing at all is an empty response, not a success', async () => {
  for (const stdout of ['', ' \n\n']) {
    const error = await failureOf({ stdout })
    expect(error.kind).toBe('empty')
    expect(error.message).toContain('empty response')
  }
})

verifies('RUN-039', 'a stream that ends without a result has failed', async () => {
  const stdout = initLine('a') + assistantLine([{ type: 'text', text: 'All done!' }])
  const error = await scriptedRunner([{ stdout }])
    .runner.run(createAIRequest('x'), never, () => {})
    .catch((caught) => caught)
  expect(error.kind).toBe('parse')
  expect(error.message).toContain('without a result')
})

verifies('RUN-033', 'changed files are those that an editing tool really changed', async () => {
  const edit = (id: string, name: string, input: object) =>
    assistantLine([{ type: 'tool_use', id, name, input }])
  const stdout = [
    edit('1', 'Write', { file_path: '/p/new.ts' }),
    toolResultLine('1', 'ok'),
    edit('2', 'Edit', { file_path: '/p/refused.ts' }),
    toolResultLine('2', 'requires approval', true),
    edit('3', 'NotebookEdit', { notebook_path: '/p/a.ipynb' }),
    toolResultLine('3', 'ok'),
    edit('4', 'Read', { file_path: '/p/only-read.ts' }),
    toolResultLine('4', 'text'),
    edit('5', 'Edit', { file_path: '/p/new.ts' }),
    toolResultLine('5', 'ok'),
    resultLine(),
  ].join('')
  expect((await run({ stdout }, () => {})).filesChanged).toEqual(['/p/new.ts', '/p/a.ipynb'])
  expect((await run({ stdout: resultLine() })).filesChanged).toEqual([])
})

test('the model that answered is named as it named itself', async () => {
  const text = [{ type: 'text', text: 'hi' }]
  const stdout =
    assistantLine(text, 'rehearsal') + assistantLine(text, '<synthetic>') + resultLine()
  expect((await run({ stdout }, () => {})).model).toBe('rehearsal')
  const call = { type: 'tool_use', id: 't', name: 'Bash', input: {} }
  const mute = assistantLine([call], 'rehearsal') + resultLine()
  expect((await run({ stdout: mute }, () => {})).model).toBe('rehearsal')
})

verifies('RUN-044', 'a key that the child prints is not in the error', async () => {
  const key = 'sk-very"secret-value-42'
  const { runner } = scriptedRunner(
    [{ code: 1, stderr: `bad key ${key}`, stdout: JSON.stringify(key) }],
    {
      environment: { CLAUDE_BIN: '/bin/sh', ANTHROPIC_API_KEY: key },
    },
  )
  const error = await runner.run(createAIRequest('x'), never).catch((caught) => caught)
  expect(error.message).toContain('[redacted]')
  const everything = `${error.message} ${JSON.stringify(error.data)} ${String(error.cause)}`
  expect(everything).not.toContain('secret-value')

  const failed = resultLine({ is_error: true, result: `rejected ${key}` })
  const second = scriptedRunner([{ stdout: failed }], {
    environment: { CLAUDE_BIN: '/bin/sh', ANTHROPIC_API_KEY: key },
  })
  const result = await second.runner.run(createAIRequest('x'), never)
  expect(result).toMatchObject({ error: 'rejected [redacted]', output: 'rejected [redacted]' })

  const broken = scriptedRunner([{ breaks: new Error(`the pipe of ${key} broke`) }], {
    environment: { CLAUDE_BIN: '/bin/sh', ANTHROPIC_API_KEY: key },
  })
  await expect(broken.runner.run(createAIRequest('x'), never)).rejects.toMatchObject({
    message: expect.stringContaining('the pipe of [redacted] broke'),
  })
})

verifies(
  'RUN-044',
  'a key that stands where a text is shortened does not show in part',
  async () => {
    const key = 'corp-0123456789-abcdefghij'
    for (let before = 1980; before <= 2000; before++) {
      const { runner } = scriptedRunner(
        [{ code: 1, stdout: 'x'.repeat(before) + key, stderr: key + 'y'.repeat(before) }],
        { environment: { CLAUDE_BIN: '/bin/sh', ANTHROPIC_API_KEY: key } },
      )
      const error = await runner.run(createAIRequest('x'), never).catch((caught) => caught)
      expect(JSON.stringify(error.data)).not.toMatch(/corp|ghij/)
      expect(error.message).not.toMatch(/corp|ghij/)
    }
  },
)
