import { join } from 'node:path'
import { verifies } from '@agency/testing'
import { expect } from 'vitest'
import { root } from '../../sources.ts'
import { type Stage, setStage } from '../stage.ts'

/** Runs the test on the real Claude, whose place the rehearsal model takes. */
async function run(stage: Stage, environment: Record<string, string>) {
  const file = join(stage.directory, 'report.json')
  const words = ['run', '--project', 'int', 'tests/e2e/real-claude.test.ts']
  const { AGENCY_TEST_REAL_CLAUDE: _, ...inherited } = process.env
  const model = { ANTHROPIC_API_KEY: '', ANTHROPIC_BASE_URL: stage.model.url }
  const child = Bun.spawn(
    [process.execPath, '--bun', 'vitest', ...words, '--reporter', 'json', '--outputFile', file],
    {
      cwd: root,
      env: { ...inherited, ...model, ...environment },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'ignore',
    },
  )
  await child.exited
  const report = await Bun.file(file).json()
  return { passed: report.numPassedTests, skipped: report.numPendingTests }
}

verifies(
  'OPS-022',
  'the task on the real Claude runs with key and switch, else it is skipped',
  async () => {
    await using stage = await setStage(
      'conversations: [ { repeat: true, turns: [ { say: Ready. } ] } ]',
    )
    const key = { ANTHROPIC_API_KEY: 'sk-rehearsal' }
    const wish = { AGENCY_TEST_REAL_CLAUDE: '1' }
    for (const environment of [{}, key, wish]) {
      expect(await run(stage, environment)).toEqual({ passed: 0, skipped: 1 })
    }
    expect(stage.model.requests).toHaveLength(0)
    expect(await run(stage, { ...key, ...wish })).toEqual({ passed: 1, skipped: 0 })
    expect(stage.model.requests.length).toBeGreaterThan(0)
  },
)
