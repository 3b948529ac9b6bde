import { expect, test } from 'vitest'
import { findClaudeBinary } from './find-claude-binary.ts'
import { isolatedEnvironment } from './isolated-environment.ts'
import { temporaryDirectory } from './temporary-directory.ts'

test('the binary that is found is Claude Code, and it starts in an isolated environment', async () => {
  await using directory = await temporaryDirectory()
  const child = Bun.spawn([findClaudeBinary(), '--version'], {
    env: isolatedEnvironment(directory.path, 'http://127.0.0.1:1'),
    stdin: 'ignore',
    stdout: 'pipe',
  })
  expect(await new Response(child.stdout).text()).toContain('(Claude Code)')
  expect(await child.exited).toBe(0)
})
