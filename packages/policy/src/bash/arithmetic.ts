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
  said.forEach((part, index) => {
    const name = /^\$?\{?([A-Za-z_]\w*)\}?$/.exec(part)?.[1]
    if (name === undefined) return
    const next = said[index + 1]
    const previous = said[index - 1]
    const changes =
      (next !== undefined && assigns.test(next)) ||
      step.test(next ?? '') ||
      step.test(previous ?? '')
    if (changes) {
      if (!isAssignable(name)) judgement.object(`${name} cannot be set from a command line`)
      assigned.push(name)
    }
    if (
      next !== '=' &&
      !isNumeric(state.variables.get(name)) &&
      !assigned.slice(0, -1).includes(name)
    ) {
      judgement.object(
        `arithmetic on "${name}" cannot be judged; set it to a number on the same line, or write the number`,
      )
    }
  })
  return assigned
}

const token =
  /\s+|0[xX][\dA-Fa-f]+|\d+|\$?[A-Za-z_]\w*|\$\{[A-Za-z_]\w*\}|\+\+|--|<<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||\*\*|[-+*/%&|^]=|[-+*/%()<>=!&|^~?:,]/g
const assigns = /^(=|[-+*/%&|^]=|<<=|>>=)$/
const step = /^(\+\+|--)$/
