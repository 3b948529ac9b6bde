import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory, verifies } from '@agency/testing'
import { expect, test } from 'vitest'

const refusedRun = join(import.meta.dirname, '../../testing/refused-run.ts')

verifies(
  'RUN-008',
  'where no claude is found at all, a run starts nothing, waits for nothing, and says how to get it',
  async () => {
    await using directory = await temporaryDirectory()
    // Bundled far from any package, as in a compiled agency: the SDK's own claude is not beside it.
    const { outputs } = await Bun.build({
      entrypoints: [refusedRun],
      target: 'bun',
      outdir: directory.path,
    })
    await chmod(directory.path, 0o755)
    expect(await tell(outputs[0]?.path ?? '')).toEqual({
      kind: 'not-installed',
      message: expect.stringContaining(
        'claude is not installed. Install it with "npm install -g @anthropic-ai/claude-code"',
      ),
      started: [],
      waits: 0,
    })
  },
)

test('a directory that is closed is refused', async () => {
  await using directory = await temporaryDirectory()
  await chmod(directory.path, 0o755)
  const closed = directory.join('closed')
  await mkdir(closed, { mode: 0 })
  expect(await tell(refusedRun, closed)).toEqual({
    kind: 'bad-request',
    message: expect.stringContaining(`${closed} cannot be read (EACCES)`),
    started: [],
    waits: 0,
  })
})

async function tell(program: string, ...words: string[]): Promise<unknown> {
  const run = Bun.spawn([process.execPath, '--no-install', program, ...words], { env: {} })
  return JSON.parse(await run.stdout.text())
}
