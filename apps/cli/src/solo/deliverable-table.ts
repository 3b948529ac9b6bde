import { assertNever, type Deliverable } from '@agency/core'
import { fit, oneLine } from '../frame/one-line.ts'
import { paint, type Terminal } from '../frame/terminal.ts'
import { conditionMarks, conditionOf } from './condition.ts'

const longestName = 60
const longestId = 24

/** A line a deliverable, with what its state rests on. Only a terminal cuts names short. */
export function deliverableTable(
  deliverables: readonly Deliverable[],
  paper: Pick<Terminal, 'color' | 'isTerminal' | 'columns'>,
): string[] {
  const rows = deliverables.map((deliverable) => ({
    id: oneLine(deliverable.id),
    name: oneLine(deliverable.name),
    condition: conditionOf(deliverable),
    basis: basisOf(deliverable),
  }))
  const width = (texts: readonly string[]) =>
    Math.max(0, ...texts.map((text) => Bun.stringWidth(text)))
  const id = Math.min(longestId, width(rows.map((row) => row.id)))
  const condition = width(rows.map((row) => row.condition))
  const basis = width(rows.map((row) => row.basis))
  const names = Math.min(longestName, width(rows.map((row) => row.name)))
  const room = paper.columns - 4 - id - 2 - 2 - condition - 2 - basis
  const name = paper.isTerminal ? Math.max(12, Math.min(names, room)) : names
  return rows.map((row) => {
    const { mark, style } = conditionMarks[row.condition]
    const label = paint(
      paper,
      style,
      row.basis === '' ? row.condition : fit(row.condition, condition),
    )
    const line = `  ${paint(paper, style, mark)} ${fit(row.id, id)}  ${fit(row.name, name)}  ${label}`
    return row.basis === '' ? line : `${line}  ${paint(paper, 'dim', row.basis)}`
  })
}

function basisOf(deliverable: Deliverable): string {
  const condition = conditionOf(deliverable)
  switch (condition) {
    case 'verified':
      return deliverable.proof?.kind === 'verified' ? evidencePath(deliverable.proof.evidence) : ''
    case 'self-reported':
      return 'the agent says so'
    case 'blocked':
      return 'see .autonoe-note.txt'
    case 'open':
      return ''
    default:
      return assertNever(condition)
  }
}

export function evidencePath(evidence: string): string {
  return `.autonoe/evidence/${oneLine(evidence)}`
}
