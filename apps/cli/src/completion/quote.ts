/** The text as one word in single quotes, for bash and zsh. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** The program's name as part of a function's. */
export function functionName(program: string): string {
  return `_${program.replaceAll(/[^A-Za-z0-9]/g, '_')}`
}
