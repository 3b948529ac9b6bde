import { verifies } from '@agency/testing'
import { expect, test } from 'vitest'
import { createTimeBudgets } from './time-budgets.ts'

/** A run that starts within a second, and whose parts take these seconds, one after another. */
function run(parts: Readonly<Record<string, number>>, where: 'on CI' | 'elsewhere') {
  let seconds = 1
  let failed = false
  const lines: string[] = []
  const times = createTimeBudgets({
    now: () => seconds * 1000,
    print: (line) => lines.push(line.trim()),
    ...(where === 'on CI' && {
      fail: () => {
        failed = true
      },
    }),
  })
  for (const [name, duration] of Object.entries(parts)) {
    for (const share of [0.25, 0.75]) {
      times.onTestModuleQueued({ project: { name } })
      seconds += duration * share
      times.onTestModuleEnd({ project: { name } })
    }
  }
  times.onTestRunEnd()
  return { lines, failed }
}

test('each part tells its time beside its budget, and so do all together', () => {
  expect(run({ unit: 4, int: 200, build: 100 }, 'on CI')).toEqual({
    lines: ['unit 4.0 s of 5 s', 'int 200.0 s of 300 s', 'all 305.0 s of 600 s'],
    failed: false,
  })
})

verifies('OPS-009', 'on CI the real parts fail from 5 minutes on, and all tests from 10', () => {
  expect(run({ int: 299 }, 'on CI').failed).toBe(false)
  expect(run({ int: 300 }, 'on CI')).toEqual({
    lines: ['int 300.0 s of 300 s: too slow, the run FAILED', 'all 301.0 s of 600 s'],
    failed: true,
  })
  expect(run({ int: 290, build: 308 }, 'on CI').failed).toBe(false)
  expect(run({ int: 290, build: 309 }, 'on CI').failed).toBe(true)
})

test('where lines are counted, the unit tests may take their time', () => {
  const lines: string[] = []
  const times = createTimeBudgets({
    now: () => 9_000,
    print: (line) => lines.push(line),
    isCovered: true,
  })
  times.onTestModuleEnd({ project: { name: 'unit' } })
  times.onTestRunEnd()
  expect(lines).toEqual(['         all 9.0 s of 600 s'])
})

test('elsewhere to be slow is told, but no failure: cores are rarely quiet', () => {
  expect(run({ unit: 6, int: 700 }, 'elsewhere')).toEqual({
    lines: [
      'unit 6.0 s of 5 s: slow for two quiet cores',
      'int 700.0 s of 300 s: slow for two quiet cores',
      'all 707.0 s of 600 s: slow for two quiet cores',
    ],
    failed: false,
  })
})
