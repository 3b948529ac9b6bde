import type { OutputLines } from '../output-lines.ts'
import { type TestRunner, testRunners } from '../test-report.ts'
import { readBun } from './bun.ts'
import { readCargo } from './cargo.ts'
import { readGo } from './go.ts'
import { readJest } from './jest.ts'
import { readJUnit } from './junit.ts'
import { readMocha } from './mocha.ts'
import { readNode } from './node.ts'
import { readPytest } from './pytest.ts'
import type { Reader, Reading } from './reading.ts'
import { readTap } from './tap.ts'
import { readUnittest } from './unittest.ts'
import { readVitest } from './vitest.ts'

const readers: Readonly<Record<TestRunner, Reader>> = {
  vitest: readVitest,
  jest: readJest,
  mocha: readMocha,
  bun: readBun,
  node: readNode,
  pytest: readPytest,
  unittest: readUnittest,
  go: readGo,
  cargo: readCargo,
  tap: readTap,
}

/** What a runner that is known to have run says, in its own format or a common one. */
export function readOne(runner: TestRunner, output: OutputLines): Reading {
  const own = readers[runner](output, 'command')
  if (own.runs.length > 0) return own
  const junit = readJUnit(output)
  if (junit.runs.length > 0) return junit
  const tap = readTap(output, 'command')
  return tap.runs.length > 0 ? tap : own
}

/** Every runner whose report is in the output beyond doubt. */
export function readAny(output: OutputLines): (Reading & { readonly runner: TestRunner })[] {
  const found = testRunners
    .map((runner) => ({ runner, ...readers[runner](output, 'output') }))
    .filter(({ runs }) => runs.length > 0)
  const speaksNodeTap = found.some(({ runner }) => runner === 'node')
  const own = found.filter(({ runner }) => runner !== 'tap' || !speaksNodeTap)
  const { producer, ...junit } = readJUnit(output)
  if (producer === undefined || own.some(({ runner }) => runner === producer)) return own
  return [...own, { runner: producer, ...junit }]
}
