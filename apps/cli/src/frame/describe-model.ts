import { paint, type Terminal } from './terminal.ts'

/** By which the rehearsal model signs its answers. Its package is not loaded for a name. */
const rehearsal = 'rehearsal'

/** A line for whoever must not take a script for Claude; nothing where it was Claude. */
export function describeModel(model: string | undefined, paper: Pick<Terminal, 'color'>): string {
  if (model !== rehearsal) return ''
  return paint(paper, 'magenta', `model: ${rehearsal} (a script, not Claude)`)
}
