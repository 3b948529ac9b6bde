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
import { evaluateAssignmentArgument, evaluateWord, plainText } from './words.ts'

/** Judges one command with its assignments, arguments and redirections. */
export function judgeSimpleCommand(judgement: Judgement, command: Command, state: State): Outcome {
  const { name } = command
  let assigned = state
  for (const item of command.prefix) {
    if (item.type === 'Assignment') {
      assigned = judgeAssignment(judgement, item, assigned, name !== undefined)
    }
  }
  judgeRedirections(judgement, command.redirects, state)
  if (name === undefined)
    return command.redirects.length === 0
      ? either(assigned)
      : { success: assigned, failure: join(assigned, state) }
  const words: Argument[] = []
  for (const argument of command.args) {
    const fields =
      argument.type === 'Word'
        ? evaluateWord(judgement, argument, state)
        : evaluateAssignmentArgument(judgement, argument, state)
    words.push(...fields)
  }
  const fields = evaluateWord(judgement, name, state)
  const [program] = fields
  if (program === undefined || fields.length > 1 || !isWrittenOut(name)) {
    judgement.object(
      `the command name "${name.text}" cannot be decided before it runs; write the name itself`,
    )
    return either(state)
  }
  const outcome = judgeWords(judgement, [program, ...words], state)
  if (command.redirects.length === 0) return outcome
  return { success: outcome.success, failure: join(outcome.failure, state) }
}

/** A command as words: what stands in the line, or what a wrapper would start. */
function judgeWords(judgement: Judgement, words: readonly Argument[], state: State): Outcome {
  const [program, ...rest] = words
  const name = onlyText(program)
  if (program === undefined || name === undefined) {
    judgement.object(
      `the command name "${program?.source ?? ''}" cannot be decided before it runs; write the name itself`,
    )
    return either(state)
  }
  const found = programNamed(name, judgement.policy, state)
  if (!found.ok) {
    judgement.object(found.error)
    return either(state)
  }
  if (found.value === 'cd') return changeDirectory(judgement, rest, state)
  const objection = objectionToProgram({
    name: found.value,
    arguments: rest,
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

/** Whether a name is text on the line, in whatever quotes, and not the result of an expansion. */
function isWrittenOut(word: Word): boolean {
  if (plainText.test(word.text)) return true
  return (word.parts ?? []).every((part) =>
    part.type === 'DoubleQuoted'
      ? part.parts.every((child) => child.type === 'Literal')
      : literalParts.has(part.type),
  )
}

const literalParts: ReadonlySet<string> = new Set(['Literal', 'SingleQuoted', 'AnsiCQuoted'])
