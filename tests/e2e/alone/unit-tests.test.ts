import { runToEnd, temporaryDirectory, verifies } from '@agency/testing'
import { expect } from 'vitest'
import { root } from '../../sources.ts'
import { onBareMachine } from '../build/bare-machine.ts'

/**
 * Seconds that pass tell more about what else a machine does, so this counts processor time, and counts it in
 * starts of the test runner, which a slow or busy machine makes dearer too. One start takes 0.63 s where all
 * tests may take 5 s on each of two cores.
 */
const startsInTheBudget = (5 * 2) / 0.63

verifies(
  'OPS-009',
  'the unit tests take less than 5 s of two cores, without network, Claude or credentials',
  async () => {
    await using place = await temporaryDirectory()
    const bareMachine = onBareMachine(root, place.path)
    // Every further worker costs its start: sixteen of them cost more than the tests.
    const twoCores = '--maxWorkers=2'
    const processorTime = async (files: string) => {
      const timed = `TIMEFORMAT="processor: %U %S"; time ./build.sh test-unit ${twoCores} ${files}`
      const { code, stdout, stderr } = await runToEnd([...bareMachine, 'bash', '-c', timed], {
        cwd: root,
        env: { PATH: process.env['PATH'] },
      })
      expect(code, stdout + stderr).toBe(0)
      const [, user, system] = /^processor: (\S+) (\S+)$/m.exec(stderr) ?? []
      return Number(user) + Number(system)
    }
    const start = () => processorTime('packages/core/src/assert-never.test.ts')
    const before = Math.min(await start(), await start())
    const all = await processorTime('')
    const after = Math.min(await start(), await start())
    expect(all / Math.min(before, after)).toBeLessThan(startsInTheBudget)
  },
)
