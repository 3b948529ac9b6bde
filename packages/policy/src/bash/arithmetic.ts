import { isAssignable } from './assignable.ts'
import { isNumeric, type State } from './flow.ts'
import type { Judgement } from './judgement.ts'

/**
 * Judges the text of an arithmetic expression and answers with the names that it assigns.
 *
 * Bash evaluates the value of every name in it again, as an expression: a value such as
 * `a[$(rm x)]` runs rm, and single quotes do not protect. So only digits, operators, and names
 * that the line itself set to numbers pass.
 */
export function judgeArithmetic(judgement: Judgement, text: string, state: State): string[] {
  const assigned: string[] = []
  const tokens = text.match(token) ?? []
  if (tokens.join('') !== text) {
    judgement.object(`arithmetic "${text.trim()}": only numbers, operators and plain names`)
    return assigned
  }
  const said = tokens.filter((part) => !/^\s+$/.test(part))
  if (!cannotFail(said)) {
    judgement.object(
      `arithmetic "${text.trim()}" could fail, and bash would skip the rest of the line; write it simpler, and divide by plain numbers`,
    )
  }
  said.forEach((part, index) => {
    const variable = /^\$?\{?([A-Za-z_]\w*)\}?$/.exec(part)?.[1]
    if (variable === undefined) return
    const next = said[index + 1]
    const previous = said[index - 1]
    const changes =
      (next !== undefined && assigns.test(next)) ||
      step.test(next ?? '') ||
      step.test(previous ?? '')
    if (changes) {
      if (!isAssignable(variable)) judgement.object(`${variable} cannot be set from a command line`)
      assigned.push(variable)
    }
    if (
      next !== '=' &&
      !isNumeric(state.variables.get(variable)) &&
      !assigned.slice(0, -1).includes(variable)
    ) {
      judgement.object(
        `arithmetic on "${variable}" cannot be judged; set it to a number on the same line, or write the number`,
      )
    }
  })
  return assigned
}

/**
 * Whether bash can compute this whatever the names hold. An error would make it drop the rest of the
 * line and go on with the next, and what we know of variables would no longer be true.
 */
function cannotFail(tokens: readonly string[]): boolean {
  let depth = 0
  let previous = ''
  for (const part of tokens) {
    const afterOperand = operand.test(previous) || previous === ')'
    if (/^0\d/.test(part)) return false
    if (/^[/%]=?$/.test(previous) && !/^[1-9]\d*$/.test(part)) return false
    if (operand.test(part) || part === '(') {
      if (afterOperand) return false
      if (part === '(') depth += 1
    } else if (part === ')') {
      depth -= 1
      if (!afterOperand || depth < 0) return false
    } else if (step.test(part)) {
      return tokens.length === 2 && tokens.some((token) => name.test(token))
    } else if (assigns.test(part)) {
      if (!name.test(previous) || tokens.indexOf(part) !== 1) return false
    } else if (!afterOperand && !/^[-+!~]$/.test(part)) return false
    else if (/^(\*\*|[?:,])$/.test(part)) return false
    previous = part
  }
  return depth === 0 && (tokens.length === 0 || operand.test(previous) || previous === ')')
}

const name = /^[A-Za-z_]\w*$/
const operand = /^(\d\w*|\$?\{?[A-Za-z_]\w*\}?)$/

const token =
  /\s+|0[xX][\dA-Fa-f]+|\d+|\$?[A-Za-z_]\w*|\$\{[A-Za-z_]\w*\}|\+\+|--|<<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||\*\*|[-+*/%&|^]=|[-+*/%()<>=!&|^~?:,]/g
const assigns = /^(=|[-+*/%&|^]=|<<=|>>=)$/
const step = /^(\+\+|--)$/
