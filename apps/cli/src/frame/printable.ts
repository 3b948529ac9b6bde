/**
 * Text of others for a terminal: without what would colour it, move in it or rename it. A model, or
 * a file that it read, could otherwise write over what was shown, or hide it.
 */
export function printable(text: string): string {
  return withoutSequences(text).replaceAll(controls, '')
}

/** Few texts have any, and for those alone `node:util` is loaded. */
function withoutSequences(text: string): string {
  if (!text.includes('\u001B') && !text.includes('\u009B')) return text
  return process.getBuiltinModule('node:util').stripVTControlCharacters(text)
}

/** All of them but the tab and the line break, the C1 range included, and the marks that turn text around. */
const controls = /[^\P{Cc}\t\n]|[\u202A-\u202E\u2066-\u2069]/gu
