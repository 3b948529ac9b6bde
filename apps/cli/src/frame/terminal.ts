/** Where output goes, and what can be shown there. */
export interface Terminal {
  readonly isTerminal: boolean
  readonly color: boolean
  readonly columns: number
  readonly rows: number
  /** Whether what was written is still waiting to be shown: no moment for what moves. */
  readonly isBehind: boolean
  /** What has to be read. */
  write(text: string): void
  /** What may be left out where nobody keeps up with it. */
  writeProgress(text: string): void
}

type Environment = Readonly<Record<string, string | undefined>>

export function createTerminal(
  stream: {
    readonly isTTY?: boolean
    readonly columns?: number | undefined
    readonly rows?: number | undefined
    readonly isBehind?: boolean
    readonly write: (text: string) => unknown
    readonly writeProgress?: (text: string) => unknown
  },
  environment: Environment,
): Terminal {
  const isTerminal = stream.isTTY === true
  return {
    isTerminal,
    color: isTerminal && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb',
    get columns() {
      return stream.columns || 80 // a terminal that was told no size says 0, here and below
    },
    get rows() {
      return stream.rows || 24
    },
    get isBehind() {
      return stream.isBehind === true
    },
    write: (text) => void stream.write(text),
    writeProgress: (text) => void (stream.writeProgress ?? stream.write)(text),
  }
}

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 }

export type Style = keyof typeof codes

/** The text in a style where the terminal shows colour, the plain text where not. */
export function paint(terminal: Pick<Terminal, 'color'>, style: Style, text: string): string {
  return terminal.color ? `\u001B[${codes[style]}m${text}\u001B[0m` : text
}
