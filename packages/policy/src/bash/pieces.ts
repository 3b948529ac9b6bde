import { oneMark, starMark } from './argument.ts'
import { mostAlternatives } from './flow.ts'

/** What one part of a word becomes: one of several texts, or something that cannot be known. */
export type Piece =
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
  | { readonly kind: 'unknown'; readonly splits: boolean; readonly prefix: string }

export const quotedUnknown: Piece = { kind: 'unknown', splits: false, prefix: '' }
export const bareUnknown: Piece = { kind: 'unknown', splits: true, prefix: '' }

export function exactly(text: string): Piece {
  return { kind: 'texts', texts: [text] }
}

/** A field that grows piece by piece. */
export interface Draft {
  readonly texts: readonly string[] | undefined
  readonly prefix: string
  readonly splits: boolean
}

export const emptyDraft: Draft = { texts: [''], prefix: '', splits: false }

export function append(draft: Draft, piece: Piece): Draft {
  if (piece.kind === 'unknown') {
    const prefix = draft.texts?.length === 1 ? draft.prefix + piece.prefix : draft.prefix
    return { texts: undefined, prefix, splits: draft.splits || piece.splits }
  }
  if (draft.texts === undefined) return draft
  const texts = combined(draft.texts, piece.texts)
  if (texts.length > mostAlternatives) return { ...draft, texts: undefined }
  const [only] = texts
  return {
    texts,
    prefix: texts.length === 1 && only !== undefined ? only : draft.prefix,
    splits: draft.splits,
  }
}

function combined(befores: readonly string[], texts: readonly string[]): readonly string[] {
  const [before] = befores
  if (befores.length === 1 && before !== undefined) {
    return before === '' ? texts : texts.map((text) => before + text)
  }
  return befores.flatMap((each) => texts.map((text) => each + text))
}

/** The draft as a piece of something larger: a quoted text within a word. */
export function asPiece({ texts, splits, prefix }: Draft): Piece {
  return texts === undefined ? { kind: 'unknown', splits, prefix } : { kind: 'texts', texts }
}

/** What word splitting and globbing make of an expansion outside quotes. */
export function unquoted(piece: Piece): Piece {
  if (piece.kind === 'unknown') return bareUnknown
  // A file that a wildcard matched may have blanks in its name.
  if (piece.texts.some((text) => text === '' || /[\s\uFDD0\uFDD1]/.test(text))) return bareUnknown
  const texts = piece.texts.map((text) =>
    text.replaceAll('*', starMark).replaceAll(/[?[\]]/g, oneMark),
  )
  return { kind: 'texts', texts }
}

/** A directory that is certainly not the project, in place of the home that `~` stands for. */
export const homeMarker = '/~'

export function homePath(value: string): string {
  return homeMarker + value.slice(1)
}

export function asHome(piece: Piece): Piece {
  return piece.kind === 'texts' ? { kind: 'texts', texts: piece.texts.map(homePath) } : piece
}
