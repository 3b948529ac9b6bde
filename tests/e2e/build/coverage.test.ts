import { temporaryDirectory, verifies } from '@agency/testing'
import { expect } from 'vitest'
import configuration from '../../../vitest.config.ts'
import { root } from '../../sources.ts'

verifies('OPS-021', 'line coverage is reported, and too little of it fails', async () => {
  const thresholds = configuration.test?.coverage?.thresholds
  for (const room of ['core', 'claude', 'policy']) {
    expect(thresholds).toHaveProperty([`packages/${room}/src/**`], { lines: 90 })
  }
  await using place = await temporaryDirectory()
  const words = ['run', '--project', 'unit', 'packages/core/src/retry.test.ts', '--coverage']
  const child = Bun.spawn(
    [process.execPath, '--bun', 'vitest', ...words, '--coverage.reportsDirectory', place.join('c')],
    { cwd: root, env: { ...process.env }, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' },
  )
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  expect(await child.exited).not.toBe(0)
  expect(stdout).toMatch(/Lines\s+:/)
  expect(stdout + stderr).toContain('does not meet "packages/core/src/**" threshold (90%)')
})
