import type {
  Assignment,
  CommandExpansionPart,
  DoubleQuotedChild,
  ParameterExpansionPart,
  ProcessSubstitutionPart,
  Word,
  WordPart,
} from 'unbash'
import { type Argument, numberMark, oneMark, starMark } from './argument.ts'
import { judgeArithmetic } from './arithmetic.ts'
import { isAssignable, objectionToValue } from './assignable.ts'
import { expandBraces, looksLikeBraces } from './braces.ts'
import { mostAlternatives, type State } from './flow.ts'
import { deeper, type Judgement } from './judgement.ts'
import {
  append,
  asHome,
  asPiece,
  bareUnknown,
  type Draft,
  emptyDraft,
  exactly,
  homeMarker,
  homePath,
  type Piece,
  quotedUnknown,
  unquoted,
} from './pieces.ts'
import { directoriesOf, printedBy } from './printed-text.ts'

/** The fields that a word becomes. Judges every substitution inside it on the way. */
export function evaluateWord(judgement: Judgement, word: Word, state: State): Argument[] {
  const literal = literalWord(word)
  if (literal !== undefined) return [literal]
  const { text, parts } = word
  if (parts !== undefined) return evaluateParts(judgement, parts, text, state)
  if (looksLikeBraces(text)) return [unknownField(text)]
  return [known(text, text.startsWith('~') ? homePath(word.value) : word.value)]
}

/** The field of a word that is certainly its own text. Asking for the parts of such a word would parse it again. */
export function literalWord({ text }: Word): Argument | undefined {
  if (plain.test(text)) return known(text, text)
  if (!plainInQuotes.test(text)) return undefined
  const open = text.indexOf(text.charAt(text.length - 1))
  return known(text, text.slice(0, open) + text.slice(open + 1, -1))
}

/** Without quotes, wildcards and expansions: a tilde after a letter, as in HEAD~1, and a lone bracket are none. */
const plain = /^(?:[\w./:@%+,=^-]+(?:\w~\d+)?|[[\]])$/

/** One pair of quotes at the end, with nothing inside that is special there: `"a b"`, `--include="*.ts"`. */
const plainInQuotes = /^[\w./:@%+,=^-]*(?:"[^"$`\\]*"|'[^']*')$/

function known(source: string, text: string): Argument {
  return { source, texts: [text], prefix: text, splits: false }
}

function unknownField(source: string): Argument {
  return { source, texts: undefined, prefix: '', splits: true }
}

/** Parts outside of a word: the body of a here-document. */
export function evaluateParts(
  judgement: Judgement,
  parts: readonly WordPart[],
  source: string,
  state: State,
): Argument[] {
  let drafts = [emptyDraft]
  let braces = false
  for (const [index, part] of parts.entries()) {
    if (part.type === 'BraceExpansion') {
      braces = true
      drafts = appendBraces(judgement, drafts, part, state)
      continue
    }
    const piece = evaluatePart(judgement, part, state)
    const opensWithTilde = index === 0 && part.type === 'Literal' && part.text.startsWith('~')
    const said = opensWithTilde ? asHome(piece) : piece
    drafts = drafts.map((draft) => append(draft, said))
  }
  if (!braces && looksLikeBraces(skeleton(parts))) return [unknownField(source)]
  return drafts.map(({ texts, prefix, splits }) => ({ source, texts, prefix, splits }))
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
  let draft = emptyDraft
  for (const part of parts) {
    const piece =
      part.type === 'Literal' ? exactly(part.value) : evaluateExpansion(judgement, part, state)
    draft = append(draft, piece)
  }
  return asPiece(draft)
}

type Expansion = Exclude<DoubleQuotedChild, { type: 'Literal' }>

function evaluateExpansion(judgement: Judgement, part: Expansion, state: State): Piece {
  switch (part.type) {
    case 'SimpleExpansion':
      return variableNamed(judgement, part.text.slice(1).replaceAll('\\\n', ''), state)
    case 'ParameterExpansion':
      return evaluateParameter(judgement, part, state)
    case 'CommandExpansion':
      // Bash 5.3 runs `${ …; }` in the shell itself; an older one fails, and drops the rest of the line.
      if (part.text.startsWith('${')) judgement.object('write $( … ) for a substitution')
      judgeSubstitution(judgement, part, state)
      return printedBy(part.script, state)
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
  judgement.judgeScript(script, deeper(judgement, script.source ?? judgement.source), state)
}
