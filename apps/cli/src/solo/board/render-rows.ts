import type { Deliverable } from '@agency/core'
import { cut, fit, oneLine } from '../../frame/one-line.ts'
import { paint, type Style } from '../../frame/terminal.ts'
import { conditionMarks, conditionOf } from '../condition.ts'
import type { BoardState } from './board-state.ts'
import type { Paper, Size } from './paper.ts'

/** One line a deliverable; where not all have room, those that matter, and one line for the others. */
export function renderRows(state: BoardState, size: Size, paper: Paper): string[] {
  const rows = state.status.deliverables.map((deliverable) => rowOf(deliverable, state))
  if (size.rows < 1) return []
  const shown = rows.length <= size.rows ? rows : mostInteresting(rows, size.rows - 1)
  const layout = layOut(shown, size.columns)
  const lines = shown.map((row) => renderRow(row, layout, paper))
  if (shown === rows) return lines
  const others = rows.filter((row) => !shown.includes(row))
  return [...lines, paint(paper, 'dim', cut(`  … ${describeOthers(others)}`, size.columns))]
}

/** In the order of the plan still. Of the passed ones the latest come first. */
function mostInteresting(rows: readonly Row[], count: number): readonly Row[] {
  const ranked = rows
    .map((row, index) => ({ row, index }))
    .toSorted((a, b) => {
      const latestFirst = a.row.kind === 'passed' ? b.index - a.index : a.index - b.index
      return a.row.interest - b.row.interest || latestFirst
    })
  const chosen = new Set(ranked.slice(0, count).map(({ row }) => row))
  return rows.filter((row) => chosen.has(row))
}

interface Row {
  readonly id: string
  readonly name: string
  readonly mark: string
  readonly style: Style
  readonly label: string
  readonly kind: 'passed' | 'blocked' | 'open'
  /** The lower, the sooner it is shown. */
  readonly interest: number
}

function rowOf(deliverable: Deliverable, state: BoardState): Row {
  const { id, name, passed, blocked } = deliverable
  const kind = passed ? 'passed' : blocked ? 'blocked' : 'open'
  const row = { id: oneLine(id), name: oneLine(name), kind } as const
  if (state.checking === deliverable.id) {
    return { ...row, mark: '?', style: 'cyan', label: 'checking', interest: 0 }
  }
  const refusal = state.refusals[deliverable.id] ?? deliverable.lostPass?.reason
  if (kind === 'open' && refusal !== undefined) {
    return {
      ...row,
      mark: '!',
      style: 'yellow',
      label: `refused: ${oneLine(refusal)}`,
      interest: 1,
    }
  }
  const condition = conditionOf(deliverable)
  const interest = { open: 2, blocked: 3, passed: 4 }[kind]
  return { ...row, ...conditionMarks[condition], label: condition, interest }
}

interface Layout {
  readonly id: number
  readonly name: number
  /** 0: no labels. The mark says it as well. */
  readonly label: number
}

const narrowest = 44
const longestId = 12

/** The same columns for every line, so that they stand below each other. */
function layOut(rows: readonly Row[], columns: number): Layout {
  const id = Math.min(longestId, widest(rows.map((row) => row.id)))
  const room = Math.max(1, columns - 4 - id - 2)
  if (columns < narrowest) return { id, name: room, label: 0 }
  const names = widest(rows.map((row) => row.name))
  const labels = Math.min(widest(rows.map((row) => row.label)), Math.floor(room / 2))
  const name = Math.min(names, room - labels - 2)
  return { id, name, label: room - name - 2 }
}

function widest(texts: readonly string[]): number {
  return Math.max(...texts.map((text) => Bun.stringWidth(text)))
}

function renderRow(row: Row, layout: Layout, paper: Paper): string {
  const mark = paint(paper, row.style, row.mark)
  const name = fit(row.name, layout.name)
  const shown = row.kind === 'open' ? name : paint(paper, 'dim', name)
  const label = paint(paper, row.style, cut(row.label, layout.label))
  const line = `  ${mark} ${fit(row.id, layout.id)}  ${shown}`
  return layout.label === 0 ? line : `${line}  ${label}`
}

function describeOthers(rows: readonly Row[]): string {
  const counts = (['open', 'blocked', 'passed'] as const).flatMap((kind) => {
    const count = rows.filter((row) => row.kind === kind).length
    return count === 0 ? [] : [`${count} ${kind}`]
  })
  return `${rows.length} more: ${counts.join(', ')}`
}
