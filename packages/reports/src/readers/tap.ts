import type { TestFailure } from '../test-report.ts'
import { createFailure, mostFailures } from './failure.ts'
import { type Reader, type Reading, type RunTotals, readStreams, type Trust } from './reading.ts'

/** The Test Anything Protocol, versions 13 and 14, with subtests before or inside their parent. */
export const readTap: Reader = (output, trust) =>
  readStreams(output, 'stdout', (lines) => readDocuments(lines, trust))

export function readTapFailures(lines: readonly string[]): TestFailure[] {
  return pointsOf(lines).filter(hasFailed).slice(0, mostFailures).map(failureOf)
}

interface TestPoint {
  readonly ok: boolean
  readonly name: string
  readonly isSkipped: boolean
  /** A parent sums up its subtests, which are counted themselves. */
  readonly isParent: boolean
  readonly diagnostics: readonly string[]
}

function readDocuments(lines: readonly string[], trust: Trust): Reading {
  const starts = lines.flatMap((line, index) => (/^TAP version 1[34]$/.test(line) ? [index] : []))
  if (starts.length === 0 && trust === 'command') starts.push(0)
  const documents = starts.map((start, index) => lines.slice(start, starts[index + 1]))
  return {
    runs: documents.flatMap(totalsOf),
    failures: documents.flatMap(readTapFailures).slice(0, mostFailures),
  }
}

function totalsOf(lines: readonly string[]): RunTotals[] {
  const points = pointsOf(lines).filter((point) => !point.isParent)
  const hasPlan = lines.some((line) => /^1\.\.\d+\b/.test(line))
  if (points.length === 0 && !hasPlan) return []
  const counted = points.filter((point) => !point.isSkipped)
  return [
    {
      format: 'tap',
      passed: counted.filter((point) => point.ok).length,
      failed: counted.filter((point) => !point.ok).length,
      skipped: points.length - counted.length,
      errors: lines.filter((line) => line.startsWith('Bail out!')).length,
    },
  ]
}

const point = /^( {0,80})(not ok|ok)\b(?: \d{1,9})?(?: -)? ?(.*)$/

function pointsOf(lines: readonly string[]): TestPoint[] {
  const points: TestPoint[] = []
  let deepest = 0
  for (let index = 0; index < lines.length; index++) {
    const line = (lines[index] ?? '').slice(0, 1000)
    if (/^ *\}$/.test(line)) deepest = line.length - 1
    const match = point.exec(line)
    if (match === null) continue
    const depth = match[1]?.length ?? 0
    const text = match[3] ?? ''
    const opensBlock = text.endsWith('{')
    const diagnostics = diagnosticsAfter(lines, index)
    const [name = '', directive = ''] = text.split(/ ?(?<!\\)# ?/, 2)
    points.push({
      ok: match[2] === 'ok',
      name: name.trim(),
      isSkipped: /^(?:skip|todo)/i.test(directive),
      isParent: opensBlock || deepest > depth,
      diagnostics,
    })
    deepest = depth
    index += diagnostics.length
  }
  return points
}

const longestBlock = 100

/** The YAML block below a test point, `---` to `...`. */
function diagnosticsAfter(lines: readonly string[], index: number): readonly string[] {
  const opening = lines[index + 1] ?? ''
  if (opening.trim() !== '---') return []
  const closing = opening.replace('---', '...')
  const block = lines.slice(index + 1, index + longestBlock)
  return block.slice(0, block.indexOf(closing) + 1)
}

function hasFailed(candidate: TestPoint): boolean {
  return !candidate.ok && !candidate.isSkipped && !candidate.isParent
}

function failureOf({ name, diagnostics }: TestPoint): TestFailure {
  const block = diagnostics.slice(0, 60)
  const message = messageIn(block)
  const comparison = block.filter((line) => /^\s*(?:operator|expected|actual): /.test(line))
  const places = block.map((line) => line.trim().replace(/^(?:location|at): /, ''))
  const location = places.filter((line) => !/^(?:error|message|stack):/.test(line))
  return createFailure({ name, message: message ?? comparison, stack: location })
}

function messageIn(block: readonly string[]): string | undefined {
  const at = block.findIndex((line) => /^\s*(?:error|message): /.test(line.slice(0, 100)))
  const told = block[at]
  const value = told?.replace(/^\s*(?:error|message): /, '')
  if (told === undefined || value === undefined) return undefined
  if (!/^[|>][-+]?$/.test(value.trim())) return value.replace(/^(['"])(.*)\1$/, '$2')
  // A text of several lines stands below, further in than its name.
  const following = block.slice(at + 1)
  const end = following.findIndex((line) => line.trim() !== '' && indentOf(line) <= indentOf(told))
  const lines = end === -1 ? following : following.slice(0, end)
  return lines.flatMap((line) => line.trim() || []).join('\n')
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}
