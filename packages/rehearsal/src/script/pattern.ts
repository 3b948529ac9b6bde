/** What a text is compared with: `/…/flags` is a regular expression, anything else a part of the text. */
export interface Pattern {
  readonly source: string
  readonly expression: RegExp
}

/** Throws a SyntaxError when the text between slashes is no regular expression. */
export function parsePattern(source: string): Pattern {
  const slashed = /^\/(.+)\/([dimsuv]*)$/s.exec(source)
  const expression = slashed
    ? new RegExp(slashed[1] ?? '', slashed[2])
    : new RegExp(source.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
  return { source, expression }
}

export function matches(pattern: Pattern, text: string): boolean {
  return pattern.expression.test(text)
}

/** The first group of the match, or the whole match when the pattern has no group. */
export function capture(pattern: Pattern, text: string): string | undefined {
  const match = pattern.expression.exec(text)
  return match ? (match[1] ?? match[0]) : undefined
}
