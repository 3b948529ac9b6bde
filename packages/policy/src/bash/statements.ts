import type {
  AndOr,
  ArithmeticFor,
  Case,
  CommandNode,
  CompoundList,
  For,
  If,
  Pipeline,
  PipelineNode,
  Script,
  Statement,
  While,
} from 'unbash'
import { judgeArithmetic } from './arithmetic.ts'
import { isAssignable, objectionToValue } from './assignable.ts'
import {
  afterwards,
  either,
  isNumeric,
  join,
  mostAlternatives,
  numberValue,
  type Outcome,
  type State,
  unknownValue,
  type Value,
  withVariable,
} from './flow.ts'
import { deepest, type Judgement } from './judgement.ts'
import { atEveryRound } from './loop-changes.ts'
import { judgeRedirections } from './redirections.ts'
import { judgeSimpleCommand } from './simple-command.ts'
import { judgeTest } from './test-expressions.ts'
import { evaluateWord } from './words.ts'

/** Judges every statement of a script in order, each knowing what those before it did. */
export function judgeScript(script: Script, judgement: Judgement, state: State): Outcome {
  if ('errors' in script && Array.isArray(script.errors) && script.errors.length > 0) {
    judgement.object('bash would not parse this; check quotes, brackets and keywords')
    return either(state)
  }
  return judgeStatements(judgement, script.commands, state)
}

function judgeStatements(
  judgement: Judgement,
  statements: readonly Statement[],
  state: State,
): Outcome {
  let outcome = either(state)
  for (const statement of statements) {
    outcome = judgeStatement(judgement, statement, afterwards(outcome))
  }
  return outcome
}

function judgeList(judgement: Judgement, list: CompoundList, state: State): Outcome {
  return judgeStatements(judgement, list.commands, state)
}

function judgeStatement(judgement: Judgement, statement: Statement, state: State): Outcome {
  if (judgement.depth >= deepest) {
    judgement.object('nested too deeply to be judged; split it into several commands')
    return either(state)
  }
  judgement.depth += 1
  const outcome = judgeNode(judgement, statement.command, state)
  judgement.depth -= 1
  return statement.background === true ? either(state) : outcome
}

function judgeNode(judgement: Judgement, node: PipelineNode | AndOr, state: State): Outcome {
  if (node.type === 'AndOr') return judgeAndOr(judgement, node, state)
  return node.type === 'Pipeline'
    ? judgePipeline(judgement, node, state)
    : judgeCommandNode(judgement, node, state)
}

function judgeAndOr(judgement: Judgement, node: AndOr, state: State): Outcome {
  const [first, ...others] = node.commands
  let outcome = first === undefined ? either(state) : judgeNode(judgement, first, state)
  for (const [index, command] of others.entries()) {
    if (node.operators[index] === '||') {
      const right = judgeNode(judgement, command, outcome.failure)
      outcome = { success: join(outcome.success, right.success), failure: right.failure }
    } else {
      const right = judgeNode(judgement, command, outcome.success)
      outcome = { success: right.success, failure: join(outcome.failure, right.failure) }
    }
  }
  return outcome
}

function judgePipeline(judgement: Judgement, node: Pipeline, state: State): Outcome {
  let negated = false
  for (const prefix of node.prefixes) {
    if (prefix.type === 'Negation') negated = !negated
    else if (prefix.posix !== undefined || prefix.endOfOptions !== undefined) {
      judgement.object('time takes no options here; write plain "time command"')
    }
  }
  const [first] = node.commands
  if (node.commands.length === 1 && first !== undefined) {
    const outcome = judgeCommandNode(judgement, first, state)
    return negated ? { success: outcome.failure, failure: outcome.success } : outcome
  }
  for (const command of node.commands) judgeCommandNode(judgement, command, state)
  return either(state)
}

function judgeCommandNode(judgement: Judgement, node: CommandNode, state: State): Outcome {
  switch (node.type) {
    case 'Command':
      return judgeSimpleCommand(judgement, node, state)
    case 'Redirected': {
      judgeRedirections(judgement, node.redirects, state)
      const outcome = judgeCommandNode(judgement, node.command, state)
      // Where the file cannot be opened nothing inside runs, and the shell goes on as it was.
      return { success: outcome.success, failure: join(outcome.failure, state) }
    }
    case 'Subshell':
      judgeList(judgement, node.body, state)
      return either(state)
    case 'BraceGroup':
      return judgeList(judgement, node.body, state)
    case 'If':
      return either(judgeIf(judgement, node, state))
    case 'For':
      return either(judgeFor(judgement, node, state))
    case 'ArithmeticFor':
      return either(judgeArithmeticFor(judgement, node, state))
    case 'While':
      return either(judgeWhile(judgement, node, state))
    case 'Case':
      return either(judgeCase(judgement, node, state))
    case 'TestCommand':
      judgeTest(judgement, node.expression, state)
      return either(state)
    case 'ArithmeticCommand':
      return either(computing(judgement, node.body, state))
    case 'Function':
      judgeBody(judgement, node.body, state)
      judgement.object(
        `function ${node.name.value}: a function could hide a command; write the commands themselves`,
      )
      return either(state)
    case 'Coproc':
      judgement.object('coproc is never allowed; run the command in the background with &')
      return either(state)
    case 'Select':
      judgeList(judgement, node.body, state)
      judgement.object('select waits for a person; use for')
      return either(state)
    default:
      judgement.object('this syntax cannot be judged; use simpler commands')
      return either(state)
  }
}

function judgeBody(judgement: Judgement, body: CommandNode | CompoundList, state: State): void {
  if (body.type === 'CompoundList') judgeList(judgement, body, state)
  else judgeCommandNode(judgement, body, state)
}

function judgeIf(judgement: Judgement, node: If, state: State): State {
  const condition = judgeList(judgement, node.clause, state)
  let end = afterwards(judgeList(judgement, node.then, condition.success))
  let otherwise = condition.failure
  for (const branch of node.elif) {
    const clause = judgeList(judgement, branch.clause, otherwise)
    end = join(end, afterwards(judgeList(judgement, branch.then, clause.success)))
    otherwise = clause.failure
  }
  if (node.else === undefined) return join(end, otherwise)
  return join(end, afterwards(judgeList(judgement, node.else, otherwise)))
}

function judgeFor(judgement: Judgement, node: For, state: State): State {
  const name = node.name.value
  if (!isAssignable(name)) judgement.object(`${name} cannot be set from a command line`)
  const values = node.wordlist?.flatMap((word) => evaluateWord(judgement, word, state))
  const value = valueOfLoop(values)
  const texts = value.kind === 'texts' ? value.texts : [undefined]
  for (const text of texts) {
    const objection = objectionToValue(name, text)
    if (objection !== undefined) judgement.object(objection)
  }
  const round = atEveryRound(state, node.body)
  const start = { ...withVariable(round, name, value), reachable: state.reachable }
  const end = afterwards(judgeList(judgement, node.body, start))
  return join(round, join(start, end))
}

function valueOfLoop(
  fields:
    | readonly { readonly texts: readonly string[] | undefined; readonly splits: boolean }[]
    | undefined,
): Value {
  if (fields === undefined) return unknownValue
  const texts: string[] = []
  for (const field of fields) {
    if (field.texts === undefined || field.splits) return unknownValue
    texts.push(...field.texts)
  }
  const few = texts.length > 0 && texts.length <= mostAlternatives
  return few ? { kind: 'texts', texts } : unknownValue
}

function judgeArithmeticFor(judgement: Judgement, node: ArithmeticFor, state: State): State {
  const header = /^for\s*\(\(([\s\S]*)\)\)[\s;]*(do\b|\{)?\s*$/.exec(
    judgement.source.slice(node.pos, node.body.commands[0]?.pos ?? node.body.pos),
  )?.[1]
  if (header === undefined) {
    judgement.object('this for (( … )) cannot be judged; use for i in 1 2 3')
    return state
  }
  const [initial = '', ...rest] = header.split(';')
  let round = computing(judgement, initial, state)
  round = atEveryRound(round, node)
  for (const part of rest) round = computing(judgement, part, round)
  const end = afterwards(judgeList(judgement, node.body, round))
  return join(round, end)
}

function judgeWhile(judgement: Judgement, node: While, state: State): State {
  const round = atEveryRound(state, node)
  const condition = judgeList(judgement, node.clause, round)
  const [enter, leave] =
    node.kind === 'while'
      ? [condition.success, condition.failure]
      : [condition.failure, condition.success]
  return join(leave, afterwards(judgeList(judgement, node.body, enter)))
}

function judgeCase(judgement: Judgement, node: Case, state: State): State {
  evaluateWord(judgement, node.word, state)
  let end = state
  let fallen = state
  for (const item of node.items) {
    for (const pattern of item.pattern) evaluateWord(judgement, pattern, state)
    const start = join(state, fallen)
    fallen = afterwards(judgeList(judgement, item.body, start))
    end = join(end, fallen)
  }
  return end
}

function computing(judgement: Judgement, text: string, state: State): State {
  const assigned = judgeArithmetic(judgement, text, state)
  return assigned.reduce((next, name) => {
    const known = next.variables.get(name)
    return known !== undefined && isNumeric(known) && known.kind === 'number'
      ? next
      : withVariable(next, name, numberValue)
  }, state)
}
