/** What a command printed, as the lines that a person would see at the end. */
export interface OutputLines {
  readonly stdout: readonly string[]
  readonly stderr: readonly string[]
}

/** Lines without colours and without what a progress display has overwritten. */
export function toLines(text: string): string[] {
  return Bun.stripANSI(text)
    .split('\n')
    .map((line) => {
      const end = line.endsWith('\r') ? line.length - 1 : line.length
      return line.slice(end === 0 ? 0 : line.lastIndexOf('\r', end - 1) + 1, end)
    })
}

/** The lines of the stream that a runner reports on, then those of the other. */
export function streamsFrom(
  output: OutputLines,
  home: 'stdout' | 'stderr',
): readonly (readonly string[])[] {
  return home === 'stdout' ? [output.stdout, output.stderr] : [output.stderr, output.stdout]
}
