import type { Measured } from './measure.ts'

/** What was measured side by side, and how it should compare with the peer. */
export interface Section {
  readonly title: string
  /** The row that the others are compared with. */
  readonly peer: string
  readonly rows: readonly Measured[]
  /** By row: at most this many times the peer. */
  readonly aims: Readonly<Record<string, number>>
}

export interface Comparison extends Measured {
  readonly ratio: number
  readonly aim?: number
  readonly met?: boolean
}

export function compare(section: Section): Comparison[] {
  const peer = section.rows.find((row) => row.name === section.peer)
  if (peer === undefined) throw new Error(`${section.title} has no row ${section.peer}`)
  return section.rows.map((row) => {
    const ratio = row.medianMs / peer.medianMs
    const aim = section.aims[row.name]
    return aim === undefined ? { ...row, ratio } : { ...row, ratio, aim, met: ratio <= aim }
  })
}

export function formatSection(section: Section): string {
  const rows = compare(section).map((row) => [
    row.name,
    `${row.medianMs.toFixed(1)} ms`,
    row.megabytesWithChildren === undefined ? '' : `${row.megabytesWithChildren.toFixed(0)} MB`,
    `${row.ratio.toFixed(2)}×`,
    row.aim === undefined ? '' : `${row.met ? 'ok' : 'MISSED'} (aim ≤ ${row.aim}×)`,
  ])
  const header = [section.title, 'median', 'memory with children', 'of peer', '']
  const widths = header.map((_, column) =>
    Math.max(...[header, ...rows].map((row) => (row[column] ?? '').length)),
  )
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd()
  return `${[header, ...rows].map(line).join('\n')}\n`
}
