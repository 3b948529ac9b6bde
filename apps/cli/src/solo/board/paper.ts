import type { Terminal } from '../../frame/terminal.ts'

/** What is drawn on: how much room there is, and whether it shows colour. */
export type Paper = Pick<Terminal, 'color'>

export interface Size {
  readonly columns: number
  readonly rows: number
}
