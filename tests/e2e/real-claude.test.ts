import { ClaudeCodeRunner } from '@agency/claude'
import { createAIRequest } from '@agency/core'
import { findClaudeBinary, temporaryDirectory } from '@agency/testing'
import { expect, test } from 'vitest'

const { AGENCY_TEST_REAL_CLAUDE, ANTHROPIC_API_KEY = '', ANTHROPIC_BASE_URL, PATH } = process.env
const isWanted = AGENCY_TEST_REAL_CLAUDE === '1' && ANTHROPIC_API_KEY !== ''

/** Costs money, so it needs a key and a clear wish: AGENCY_TEST_REAL_CLAUDE=1 ./build.sh test-int */
test.skipIf(!isWanted)('one short task on the real Claude', async () => {
  await using directory = await temporaryDirectory()
  await using runner = new ClaudeCodeRunner({
    environment: {
      PATH,
      ANTHROPIC_API_KEY,
      ANTHROPIC_BASE_URL,
      HOME: directory.path,
      CLAUDE_BIN: findClaudeBinary(),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
    workingDir: directory.path,
    configuration: { maxBudgetUsd: 0.5 },
  })
  const request = createAIRequest('Answer with the one word: ready', { model: 'haiku' })
  const result = await runner.run(request, new AbortController().signal)
  expect(result).toMatchObject({ success: true, error: '' })
  expect(result.output.toLowerCase()).toContain('ready')
})
