import type {
  Assignment,
  CommandExpansionPart,
  DoubleQuotedChild,
  ParameterExpansionPart,
  ProcessSubstitutionPart,
  Script,
  Word,
  WordPart,
} from 'unbash'
import { type Argument, numberMark, oneMark, revisionMark, starMark } from './argument.ts'
import { judgeArithmetic } from './arithmetic.ts'
import { isAssignable, objectionToValue } from './assignable.ts'
import { expandBraces, looksLikeBraces } from './braces.ts'
import { mostAlternatives, type State } from './flow.ts'
import { deeper, type Judgement } from './judgement.ts'

/** The fields that a word becomes. Judges every substitution inside it on the way. */
export function evaluateWord(judgement: Judgement, word: Word, state: State): Argument[] {
  const { text } = word
  if (plainText.test(text)) return [known(text, text)]
  if (plainQuoted.test(text)) return [known(text, text.slice(1, -1))]
  const { parts } = word
  if (parts === undefined) {
    const value = text.startsWith('~') ? homePath(word.value) : word.value
    if (looksLikeBraces(text)) return [unknownField(text)]
    return [known(text, value)]
  }
  return evaluateParts(judgement, parts, text, state)
}

function known(source: string, text: string): Argument {
  return { source, texts: [text], prefix: text, splits: false }
}

/** In one pair of quotes, and with nothing that is special inside them. */
const plainQuoted = /^(?:"[^"$`\\]*"|'[^']*')$/

/** A word without quotes, wildcards or expansions is itself. Asking for its parts would parse it again. */
export const plainText = /^[\w./:@%+,-]+$/

/** Parts outside of a word: the body of a here-document. */
export function evaluateParts(
  judgement: Judgement,
  parts: readonly WordPart[],
  source: string,
  state: State,
): Argument[] {
  let drafts: Draft[] = [{ texts: [''], prefix: '', splits: false }]
  let braces = false
  parts.forEach((part, index) => {
    if (part.type === 'BraceExpansion') {
      braces = true
      drafts = appendBraces(judgement, drafts, part, state)
      return
    }
    const piece = evaluatePart(judgement, part, state)
    const opensWithTilde = index === 0 && part.type === 'Literal' && part.text.startsWith('~')
    const said = opensWithTilde && piece.kind === 'texts' ? asHome(piece) : piece
    drafts = drafts.map((draft) => append(draft, said))
  })
  if (!braces && looksLikeBraces(skeleton(parts))) return [unknownField(source)]
  return drafts.map((draft) => ({ source, ...draft }))
}

/** An argument of the form `name=value`, which the parser keeps apart before declaration builtins. */
export function evaluateAssignmentArgument(
  judgement: Judgement,
  assignment: Assignment,
  state: State,
): Argument[] {
  if (assignment.value.type === 'ArrayValue' || assignment.index !== undefined) {
    judgement.object('arrays cannot be judged; list the words in a for loop')
    return [unknownField(assignment.text)]
  }
  const sign = assignment.append === true ? '+=' : '='
  return evaluateWord(judgement, assignment.value, state).map((value) => ({
    source: assignment.text,
    texts: value.texts?.map((text) => `${assignment.name}${sign}${text}`),
    prefix: `${assignment.name}${sign}${value.prefix}`,
    splits: value.splits,
  }))
}

/** A directory that is certainly not the project, in place of the home that `~` stands for. */
const homeMarker = '/~'

function homePath(value: string): string {
  return homeMarker + value.slice(1)
}

interface Draft {
  readonly texts: readonly string[] | undefined
  readonly prefix: string
  readonly splits: boolean
}

type Piece =
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
  | { readonly kind: 'unknown'; readonly splits: boolean; readonly prefix: string }

const quotedUnknown: Piece = { kind: 'unknown', splits: false, prefix: '' }
const bareUnknown: Piece = { kind: 'unknown', splits: true, prefix: '' }

function exactly(text: string): Piece {
  return { kind: 'texts', texts: [text] }
}

function asHome(piece: Piece & { kind: 'texts' }): Piece {
  return { kind: 'texts', texts: piece.texts.map(homePath) }
}

function unknownField(source: string): Argument {
  return { source, texts: undefined, prefix: '', splits: true }
}

function append(draft: Draft, piece: Piece): Draft {
  if (piece.kind === 'unknown') {
    const prefix = draft.texts?.length === 1 ? draft.prefix + piece.prefix : draft.prefix
    return { texts: undefined, prefix, splits: draft.splits || piece.splits }
  }
  if (draft.texts === undefined) return draft
  const texts = draft.texts.flatMap((before) => piece.texts.map((text) => before + text))
  if (texts.length > mostAlternatives) return { ...draft, texts: undefined }
  const [only] = texts
  return { ...draft, texts, prefix: texts.length === 1 && only !== undefined ? only : draft.prefix }
}

function appendBraces(
  judgement: Judgement,
  drafts: readonly Draft[],
  part: WordPart & { type: 'BraceExpansion' },
  state: State,
): Draft[] {
  for (const inner of part.parts ?? []) evaluatePart(judgement, inner, state)
  const alternatives = expandBraces(part.text)
  if (alternatives === undefined || alternatives.length * drafts.length > mostAlternatives * 4) {
    return drafts.map((draft) => append(draft, bareUnknown))
  }
  return drafts.flatMap((draft) => alternatives.map((text) => append(draft, exactly(text))))
}

/** The literal text of a word with a letter in place of every other part. */
function skeleton(parts: readonly WordPart[]): string {
  return parts.map((part) => (part.type === 'Literal' ? part.text : 'x')).join('')
}

function evaluatePart(judgement: Judgement, part: WordPart, state: State): Piece {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
      return exactly(part.value)
    case 'AnsiCQuoted':
      // Bash knows \\x{65}, though its manual does not; the parser does not either.
      return part.text.includes('\\x{') ? quotedUnknown : exactly(part.value)
    case 'Glob':
      for (const inner of part.parts ?? []) evaluatePart(judgement, inner, state)
      return exactly(part.kind === 'star' ? starMark : oneMark)
    case 'DoubleQuoted':
      return evaluateQuoted(judgement, part.parts, state)
    case 'LocaleString':
      evaluateQuoted(judgement, part.parts, state)
      return quotedUnknown
    case 'SimpleExpansion':
    case 'ParameterExpansion':
    case 'CommandExpansion':
    case 'ArithmeticExpansion':
      return unquoted(evaluateExpansion(judgement, part, state))
    case 'ProcessSubstitution':
      judgeSubstitution(judgement, part, state)
      return exactly('/dev/fd/63')
    case 'BraceExpansion':
      for (const inner of part.parts ?? []) evaluatePart(judgement, inner, state)
      return bareUnknown
    case 'ExtendedGlob':
      judgement.object(`"${part.text}" is a pattern that cannot be judged; name the files`)
      return bareUnknown
    default:
      judgement.object('this word cannot be judged; write the text itself')
      return bareUnknown
  }
}

function evaluateQuoted(
  judgement: Judgement,
  parts: readonly DoubleQuotedChild[],
  state: State,
): Piece {
  let draft: Draft = { texts: [''], prefix: '', splits: false }
  for (const part of parts) {
    const piece =
      part.type === 'Literal' ? exactly(part.value) : evaluateExpansion(judgement, part, state)
    draft = append(draft, piece)
  }
  return draft.texts === undefined
    ? { kind: 'unknown', splits: draft.splits, prefix: draft.prefix }
    : { kind: 'texts', texts: draft.texts }
}

/** What word splitting and globbing make of an expansion outside quotes. */
function unquoted(piece: Piece): Piece {
  if (piece.kind === 'unknown') return bareUnknown
  // A file that a wildcard matched may have blanks in its name.
  if (piece.texts.some((text) => text === '' || /[\s\uFDD0\uFDD1]/.test(text))) return bareUnknown
  const texts = piece.texts.map((text) =>
    text.replaceAll('*', starMark).replaceAll(/[?[\]]/g, oneMark),
  )
  return { kind: 'texts', texts }
}

type Expansion = Exclude<DoubleQuotedChild, { type: 'Literal' }>

function evaluateExpansion(judgement: Judgement, part: Expansion, state: State): Piece {
  switch (part.type) {
    case 'SimpleExpansion':
      return variableNamed(judgement, part.text.slice(1).replaceAll('\\\n', ''), state)
    case 'ParameterExpansion':
      return evaluateParameter(judgement, part, state)
    case 'CommandExpansion':
      judgeSubstitution(judgement, part, state)
      if (isPrintingRevision(part.script)) return exactly(revisionMark)
      return isPrintingDirectory(part.script) ? directoriesOf(state) : quotedUnknown
    case 'ArithmeticExpansion':
      if (!part.text.startsWith('$((')) judgement.object('write $(( … )) for arithmetic')
      judgeArithmetic(judgement, part.text.slice(3, -2), state)
      return exactly(numberMark)
    default:
      judgement.object('this expansion cannot be judged; write the text itself')
      return bareUnknown
  }
}

function variableNamed(judgement: Judgement, name: string, state: State): Piece {
  if (name === '@' || name === '*') return bareUnknown
  if (/^[?#$!]$/.test(name)) return exactly(numberMark)
  if (name === 'PWD') return directoriesOf(state)
  if (name === 'HOME') return exactly(homeMarker)
  const value = state.variables.get(name)
  if (value !== undefined) {
    if (value.kind === 'number') return exactly(numberMark)
    return value.kind === 'texts' ? value : quotedUnknown
  }
  if (!/^(\w+|-)$/.test(name)) {
    judgement.object(`"$${name}" cannot be judged; write the text itself`)
  }
  return quotedUnknown
}

function directoriesOf(state: State): Piece {
  return state.directories.length === 0
    ? quotedUnknown
    : { kind: 'texts', texts: state.directories }
}

function evaluateParameter(
  judgement: Judgement,
  part: ParameterExpansionPart,
  state: State,
): Piece {
  const { operation, parameter } = part
  if (part.prefix === '!' || part.index !== undefined || !/^(\w+|[@*?#$!-])$/.test(parameter)) {
    judgement.object(`"${part.text}" cannot be judged; write the value or a plain $name`)
    return bareUnknown
  }
  if (operation === undefined) {
    return part.prefix === '#' ? exactly(numberMark) : variableNamed(judgement, parameter, state)
  }
  if (mixesQuotes.test(part.text)) {
    judgement.object(`"${part.text}" mixes quotes and expansions; write it in two steps`)
  }
  switch (operation.type) {
    case 'Default':
      evaluateWord(judgement, operation.operand, state)
      if (operation.operator.endsWith('=')) {
        if (
          !isAssignable(parameter) ||
          objectionToValue(parameter, undefined) !== undefined ||
          state.variables.has(parameter)
        ) {
          judgement.object(`"${part.text}" assigns inside a word; write ${parameter}=… before it`)
        }
      }
      break
    case 'Remove':
      evaluateWord(judgement, operation.operand, state)
      break
    case 'Replace':
      evaluateWord(judgement, operation.pattern, state)
      evaluateWord(judgement, operation.replacement, state)
      break
    case 'CaseModification':
      if (operation.operand !== undefined) evaluateWord(judgement, operation.operand, state)
      break
    case 'Slice':
      if (!isPlainNumber(operation.offset) || operation.length?.text.match(/^\d+$/) === null) {
        judgement.object(`"${part.text}": only plain numbers can be judged in a slice`)
      }
      break
    case 'Names':
    case 'Transform':
    case 'Unknown':
      judgement.object(`"${part.text}" cannot be judged; write the value or a plain $name`)
      break
    default:
      judgement.object('this expansion cannot be judged; write the text itself')
  }
  return parameter === '@' || parameter === '*' ? bareUnknown : quotedUnknown
}

/**
 * Within double quotes and here-documents single quotes in an operand do not quote, not even as $'…'.
 * The parser takes some of them for quotes.
 */
const mixesQuotes = /^[^']*'[\s\S]*[$`]|^..[\s\S]*[$`][\s\S]*'/

function isPlainNumber(word: Word): boolean {
  return /^\s*-?\d+\s*$/.test(word.text)
}

function judgeSubstitution(
  judgement: Judgement,
  part: CommandExpansionPart | ProcessSubstitutionPart,
  state: State,
): void {
  const { script } = part
  if (script === undefined) {
    judgement.object(`"${part.text}" could not be parsed`)
    return
  }
  const source = script.source ?? judgement.source
  judgement.judgeScript(script, { ...deeper(judgement), source }, state)
}

/** `$(git branch --show-current)` and its like: what git prints there is a valid name of a revision. */
function isPrintingRevision(script: Script | undefined): boolean {
  const [only, ...others] = script?.commands ?? []
  const command = only?.command
  if (others.length > 0 || command?.type !== 'Command' || command.name?.text !== 'git') return false
  if (command.prefix.length > 0 || command.redirects.some((each) => each.type !== 'Redirect')) {
    return false
  }
  return printsRevision.test(command.args.map((word) => word.text).join(' '))
}

const printsRevision =
  /^(branch --show-current|rev-parse( --short| --abbrev-ref| --verify)* (HEAD|[A-Za-z][\w/]*)|merge-base( [A-Za-z][\w/.-]*){2}|describe( --tags| --always| --abbrev=0)*|symbolic-ref --short HEAD)$/

function isPrintingDirectory(script: Script | undefined): boolean {
  const [only, ...others] = script?.commands ?? []
  const command = only?.command
  return (
    others.length === 0 &&
    command?.type === 'Command' &&
    command.name?.text === 'pwd' &&
    command.prefix.length === 0 &&
    command.suffix.length === 0
  )
}
