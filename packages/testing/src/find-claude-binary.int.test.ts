import { expect, test } from 'vitest'
import { findClaudeBinary } from './find-claude-binary.ts'
import { isolatedEnvironment } from './isolated-environment.ts'
import { runToEnd } from './run-to-end.ts'
import { temporaryDirectory } from './temporary-directory.ts'

test('the binary that is found is Claude Code, and it starts in an isolated environment', async () => {
  await using directory = await temporaryDirectory()
  const env = isolatedEnvironment(directory.path, 'http://127.0.0.1:1')
  const { code, stdout } = await runToEnd([findClaudeBinary(), '--version'], { env })
  expect(stdout).toContain('(Claude Code)')
  expect(code).toBe(0)
})
