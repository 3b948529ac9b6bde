import type { TestExpression, Word } from 'unbash'
import { numberMark } from './argument.ts'
import type { State } from './flow.ts'
import type { Judgement } from './judgement.ts'
import { evaluateWord } from './words.ts'

/**
 * Judges what stands in `[[ … ]]`. `-v` and `-R` evaluate subscripts, and `-eq` and its kin evaluate
 * both sides as arithmetic: each would run `a[$(rm x)]` from a quoted text.
 */
export function judgeTest(judgement: Judgement, expression: TestExpression, state: State): void {
  switch (expression.type) {
    case 'TestUnary':
      if (expression.operator === '-v' || expression.operator === '-R') {
        judgement.object(`[[ ${expression.operator} … ]] cannot be judged; use [[ -n "$name" ]]`)
      }
      evaluateWord(judgement, expression.operand, state)
      return
    case 'TestBinary':
      if (/^-(eq|ne|lt|le|gt|ge)$/.test(expression.operator)) {
        judgeNumber(judgement, expression.left, state)
        judgeNumber(judgement, expression.right, state)
      } else {
        evaluateWord(judgement, expression.left, state)
        evaluateWord(judgement, expression.right, state)
      }
      return
    case 'TestLogical':
      for (const operand of expression.operands) judgeTest(judgement, operand, state)
      return
    case 'TestNot':
      judgeTest(judgement, expression.operand, state)
      return
    case 'TestGroup':
      judgeTest(judgement, expression.expression, state)
      return
    default:
      judgement.object('this [[ … ]] cannot be judged; use [ … ]')
  }
}

function judgeNumber(judgement: Judgement, word: Word, state: State): void {
  const fields = evaluateWord(judgement, word, state)
  const numeric = fields.every((field) =>
    field.texts?.every((text) => /^-?\d+$/.test(text) || text === numberMark),
  )
  if (!numeric) {
    judgement.object(`[[ … ]] computes "${word.text}"; compare numbers with [ … ] instead`)
  }
}
