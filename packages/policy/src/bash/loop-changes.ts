import { type ArithmeticExpression, forEachChild, type SyntaxNode, type Word } from 'unbash'
import { isNumeric, numberValue, type State, unknownValue } from './flow.ts'
import { literalWord } from './words.ts'

/**
 * What is known at the start of any round of a loop: everything that the loop may change is
 * forgotten, but a counter stays a number.
 */
export function atEveryRound(state: State, loop: SyntaxNode): State {
  const changes: Changes = { numbers: new Set(), others: new Set(), directory: false }
  collect(loop, changes, false)
  if (changes.numbers.size + changes.others.size === 0 && !changes.directory) return state
  const variables = new Map(state.variables)
  for (const name of changes.numbers) {
    variables.set(name, isNumeric(state.variables.get(name)) ? numberValue : unknownValue)
  }
  for (const name of changes.others) variables.set(name, unknownValue)
  return { ...state, variables, directories: changes.directory ? [] : state.directories }
}

interface Changes {
  readonly numbers: Set<string>
  readonly others: Set<string>
  directory: boolean
}

function collect(node: SyntaxNode, changes: Changes, isolated: boolean): void {
  if (node.type === 'Word' && literalWord(node) !== undefined) return
  if (node.type === 'Assignment') {
    const numeric = node.value.type === 'Word' && isNumberWord(node.value) && node.append !== true
    ;(numeric ? changes.numbers : changes.others).add(node.name)
  } else if (node.type === 'For' || node.type === 'Select') changes.others.add(node.name.value)
  else if (node.type === 'ArithmeticBinary') collectNumber(node.left, changes)
  else if (node.type === 'ArithmeticUnary') collectNumber(node.operand, changes)
  else if (node.type === 'Command' && !isolated && node.name?.value === 'cd') {
    changes.directory = true
  }
  const inside = isolated || node.type === 'Subshell' || node.type === 'CommandExpansion'
  forEachChild(node, (child) => collect(child, changes, inside))
}

function collectNumber(target: ArithmeticExpression, changes: Changes): void {
  if (target.type === 'ArithmeticWord') changes.numbers.add(target.value)
}

function isNumberWord(word: Word): boolean {
  if (word.parts === undefined) return /^-?\d+$/.test(word.value)
  return word.parts.length === 1 && word.parts[0]?.type === 'ArithmeticExpansion'
}
