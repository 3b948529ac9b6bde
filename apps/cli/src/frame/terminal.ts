/** Where output goes, and what can be shown there. */
export interface Terminal {
  readonly isTerminal: boolean
  readonly color: boolean
  readonly columns: number
  readonly rows: number
  write(text: string): void
}

type Environment = Readonly<Record<string, string | undefined>>

export function createTerminal(
  stream: {
    readonly isTTY?: boolean
    readonly columns?: number | undefined
    readonly rows?: number | undefined
    write(text: string): unknown
  },
  environment: Environment,
): Terminal {
  const isTerminal = stream.isTTY === true
  return {
    isTerminal,
    color: isTerminal && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb',
    get columns() {
      return stream.columns || 80 // a terminal that was told no size says 0
    },
    get rows() {
      return stream.rows ?? 24
    },
    write: (text) => void stream.write(text),
  }
}

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 }

export type Style = keyof typeof codes

/** The text in a style where the terminal shows colour, the plain text where not. */
export function paint(terminal: Pick<Terminal, 'color'>, style: Style, text: string): string {
  return terminal.color ? `\u001B[${codes[style]}m${text}\u001B[0m` : text
}
