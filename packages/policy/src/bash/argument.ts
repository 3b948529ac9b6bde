/**
 * One field of a command line after expansion, as far as the text of the line tells.
 * Unquoted wildcards and numbers that are not known stand in `texts` as the marks below.
 */
export interface Argument {
  /** As it was written, for messages. */
  readonly source: string
  /** Every text it may become; undefined when that cannot be known. */
  readonly texts: readonly string[] | undefined
  /** What it certainly begins with: all of it, where it can be but one text. */
  readonly prefix: string
  /** Whether it may become no field or several. */
  readonly splits: boolean
}

/** Unicode noncharacters: they cannot stand in a text that two programs exchange. */
export const starMark = '\uFDD0'
export const oneMark = '\uFDD1'
export const numberMark = '\uFDD2'
/** A name or a hash that git printed: it begins with no dash and holds no blank, colon or wildcard. */
export const revisionMark = '\uFDD3'
export const anyMark = /[\uFDD0-\uFDD3]/

/** The argument's text when it can be but one, without wildcards. */
export function onlyText(argument: Argument | undefined): string | undefined {
  if (argument?.texts?.length !== 1 || argument.splits) return undefined
  const [text] = argument.texts
  return text === undefined || anyMark.test(text) ? undefined : text
}

function hasWildcard(argument: Argument): boolean {
  return argument.texts?.some((text) => anyMark.test(text)) ?? false
}

/** Whether every text is known and none holds a wildcard: what rules on options need. */
export function isDecided(
  argument: Argument,
): argument is Argument & { readonly texts: readonly string[] } {
  return argument.texts !== undefined && !argument.splits && !hasWildcard(argument)
}

/** Whether the program might take it for an option. */
export function mayBeOption(argument: Argument): boolean {
  if (argument.prefix !== '') return argument.prefix.startsWith('-')
  if (argument.texts === undefined || argument.splits) return true
  return argument.texts.some((text) => text.startsWith('-') || anyMark.test(text.charAt(0)))
}
