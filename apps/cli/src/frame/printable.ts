import { stripVTControlCharacters } from 'node:util'

/**
 * Text of others for a terminal: without what would colour it, move in it or rename it. A model, or
 * a file that it read, could otherwise write over what was shown, or hide it.
 */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replaceAll(controls, '')
}

/** All of them but the tab and the line break, the C1 range included, and the marks that turn text around. */
const controls = /[^\P{Cc}\t\n]|[\u202A-\u202E\u2066-\u2069]/gu
