import { verifies } from '@agency/testing'
import { expect } from 'vitest'
import { openScenario } from './scenario.ts'

verifies(
  ['IT-003', 'AUT-033'],
  "a project's own initializer replaces the built-in one; the coding one stays",
  async () => {
    await using scenario = await openScenario('custom-instruction')
    const { code, stdout, stderr } = await scenario.run('-d', '-n', '2')
    expect(code, stdout + stderr).toBe(0)
    expect(stdout).toContain('=== CUSTOM MARKER ===')
    const [first = '', second = ''] = scenario.instructions()
    expect(first).toContain(scenario.read('.autonoe/initializer.md').trim())
    expect(first).not.toContain('# Plan the work')
    expect(second).toContain('# Build one deliverable')
  },
)
