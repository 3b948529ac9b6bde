import { assertNever, type Deliverable, type LostPass } from '@agency/core'
import { fit, oneLine } from '../frame/one-line.ts'
import { paint, type Terminal } from '../frame/terminal.ts'
import { conditionMarks, conditionOf } from './condition.ts'

const longestName = 60
const longestId = 24

/**
 * A line a deliverable, with what its state rests on. Only a terminal cuts names short. With the
 * fingerprint of the project, it says of a pass that files have changed since.
 */
export function deliverableTable(
  deliverables: readonly Deliverable[],
  paper: Pick<Terminal, 'color' | 'isTerminal' | 'columns'>,
  project?: string,
): string[] {
  const rows = deliverables.map((deliverable) => ({
    id: oneLine(deliverable.id),
    name: oneLine(deliverable.name),
    condition: conditionOf(deliverable),
    basis: basisOf(deliverable, project),
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

/** Whether files have changed since the pass was verified, as far as is known. */
export function isOutdated({ proof }: Deliverable, project: string | undefined): boolean {
  if (proof?.kind !== 'verified' || project === undefined) return false
  return proof.project !== undefined && proof.project !== project
}

function basisOf(deliverable: Deliverable, project: string | undefined): string {
  const condition = conditionOf(deliverable)
  const { proof, lostPass } = deliverable
  switch (condition) {
    case 'verified': {
      const evidence = proof?.kind === 'verified' ? evidencePath(proof.evidence) : ''
      return isOutdated(deliverable, project) ? `${evidence}, before later changes` : evidence
    }
    case 'self-reported':
      return 'the agent says so'
    case 'blocked':
      return `see .autonoe-note.txt${lostPass === undefined ? '' : `; ${describeLoss(lostPass)}`}`
    case 'open':
      return lostPass === undefined ? '' : describeLoss(lostPass)
    default:
      return assertNever(condition)
  }
}

function describeLoss({ evidence }: LostPass): string {
  return `lost its pass${evidence === undefined ? '' : `: ${evidencePath(evidence)}`}`
}

export function evidencePath(evidence: string): string {
  return `.autonoe/evidence/${oneLine(evidence)}`
}
