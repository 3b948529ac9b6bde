import { runToEnd, temporaryDirectory, verifies } from '@agency/testing'
import { expect } from 'vitest'
import configuration from '../../../vitest.config.ts'
import { root } from '../../sources.ts'

verifies('OPS-021', 'line coverage is reported, and too little of it fails', async () => {
  const thresholds = configuration.test?.coverage?.thresholds
  for (const room of ['core', 'claude', 'policy']) {
    expect(thresholds).toHaveProperty([`packages/${room}/src/**`], { lines: 90 })
  }
  await using place = await temporaryDirectory()
  const one = ['run', '--project', 'unit', 'packages/core/src/retry.test.ts']
  const words = [...one, '--coverage', '--coverage.include', 'packages/core/src/**']
  const { code, stdout, stderr } = await runToEnd(
    [process.execPath, '--bun', 'vitest', ...words, '--coverage.reportsDirectory', place.join('c')],
    { cwd: root, env: process.env },
  )
  expect(code).not.toBe(0)
  expect(stdout).toMatch(/Lines\s+:/)
  expect(stdout + stderr).toContain('does not meet "packages/core/src/**" threshold (90%)')
})
