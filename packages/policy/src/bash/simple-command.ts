import type { Assignment, Command, Word } from 'unbash'
import { isProtectedPath } from '../paths/protected-path.ts'
import { changeDirectory } from '../rules/cd.ts'
import { objectionToProgram, programNamed } from '../rules/programs.ts'
import { type Argument, onlyText } from './argument.ts'
import { isAssignable, objectionToValue } from './assignable.ts'
import { either, join, type Outcome, type State, unknownValue, withVariable } from './flow.ts'
import { judgeText } from './judge-text.ts'
import type { Judgement } from './judgement.ts'
import { judgeRedirections } from './redirections.ts'
import { evaluateAssignmentArgument, evaluateWord, literalWord } from './words.ts'

/** Judges one command with its assignments, arguments and redirections. */
export function judgeSimpleCommand(judgement: Judgement, command: Command, state: State): Outcome {
  const { name, redirects } = command
  let assigned = state
  for (const item of command.prefix) {
    if (item.type === 'Assignment') {
      assigned = judgeAssignment(judgement, item, assigned, name !== undefined)
    }
  }
  judgeRedirections(judgement, redirects, state)
  if (name === undefined)
    return redirects.length === 0
      ? either(assigned)
      : { success: assigned, failure: join(assigned, state) }
  const words = argumentsOf(judgement, command, state)
  const program = programOf(judgement, name, state)
  if (program === undefined) {
    judgement.object(undecidedName(name.text))
    return either(state)
  }
  const outcome = judgeCall(judgement, program, words, state)
  if (redirects.length === 0) return outcome
  return { success: outcome.success, failure: join(outcome.failure, state) }
}

function argumentsOf(judgement: Judgement, command: Command, state: State): Argument[] {
  const words: Argument[] = []
  for (const word of command.args) {
    const literal = word.type === 'Word' ? literalWord(word) : undefined
    if (literal !== undefined) words.push(literal)
    else if (word.type === 'Word') words.push(...evaluateWord(judgement, word, state))
    else words.push(...evaluateAssignmentArgument(judgement, word, state))
  }
  return words
}

/** The program's name, if it is text on the line, in whatever quotes, and not the result of an expansion. */
function programOf(judgement: Judgement, name: Word, state: State): string | undefined {
  const literal = literalWord(name)
  if (literal !== undefined) return literal.prefix
  const [field, ...others] = evaluateWord(judgement, name, state)
  return others.length === 0 && isWrittenOut(name) ? onlyText(field) : undefined
}

function undecidedName(source: string): string {
  return `the command name \`${source}\` cannot be decided before it runs; write the name itself`
}

/** A command as words: what a wrapper would start. */
function judgeWords(judgement: Judgement, words: readonly Argument[], state: State): Outcome {
  const [program, ...rest] = words
  const name = onlyText(program)
  if (name !== undefined) return judgeCall(judgement, name, rest, state)
  judgement.object(undecidedName(program?.source ?? ''))
  return either(state)
}

function judgeCall(
  judgement: Judgement,
  name: string,
  words: readonly Argument[],
  state: State,
): Outcome {
  const found = programNamed(name, judgement.policy, state)
  if (!found.ok) {
    judgement.object(found.error)
    return either(state)
  }
  if (found.value === 'cd') return changeDirectory(judgement, words, state)
  const objection = objectionToProgram({
    name: found.value,
    arguments: words,
    state,
    policy: judgement.policy,
    start: (inner) => firstObjectionOf(judgement, (own) => judgeWords(own, inner, state)),
    runScript: (text) => firstObjectionOf(judgement, (own) => judgeText(text, own, state)),
  })
  if (objection !== undefined) judgement.object(objection)
  return either(found.value === 'exit' ? { ...state, reachable: false } : state)
}

/** What a judgement of its own would object to first. */
function firstObjectionOf(
  judgement: Judgement,
  judge: (judgement: Judgement) => void,
): string | undefined {
  const objections: string[] = []
  judge({ ...judgement, object: (reason) => objections.push(reason) })
  return objections[0]
}

function judgeAssignment(
  judgement: Judgement,
  assignment: Assignment,
  state: State,
  exported: boolean,
): State {
  const { name, value } = assignment
  if (value.type === 'ArrayValue' || assignment.index !== undefined) {
    judgement.object(`${name}: arrays cannot be judged; list the words in a for loop`)
    if (value.type === 'ArrayValue') {
      for (const element of value.elements) evaluateWord(judgement, element, state)
    } else evaluateWord(judgement, value, state)
    return state
  }
  const [field, ...others] = evaluateWord(judgement, value, state)
  if (!isAssignable(name)) {
    judgement.object(`${name} decides what programs load or start; it cannot be set here`)
    return state
  }
  const texts =
    others.length === 0 && field !== undefined && !field.splits ? field.texts : undefined
  const [text] = texts?.length === 1 ? texts : []
  const objection = objectionToValue(name, assignment.append === true ? undefined : text)
  if (objection !== undefined) judgement.object(objection)
  if (exported && texts?.some(isProtectedPath)) {
    judgement.object(`${name} points a program at a protected path`)
  }
  const known = assignment.append !== true && texts !== undefined
  return withVariable(state, name, known ? { kind: 'texts', texts } : unknownValue)
}

function isWrittenOut(word: Word): boolean {
  return (word.parts ?? []).every((part) =>
    part.type === 'DoubleQuoted'
      ? part.parts.every((child) => child.type === 'Literal')
      : literalParts.has(part.type),
  )
}

const literalParts: ReadonlySet<string> = new Set(['Literal', 'SingleQuoted', 'AnsiCQuoted'])
