import type { State } from './flow.ts'
import type { Judgement } from './judgement.ts'
import { deeper, deepest } from './judgement.ts'
import { parseScript } from './parse-script.ts'

/** Judges text that is a script of its own: a whole line, or the argument of `sh -c`. */
export function judgeText(text: string, judgement: Judgement, state: State): void {
  if (judgement.depth > deepest) {
    judgement.object('nested too deeply to be judged; split it into several commands')
    return
  }
  const script = parseScript(text)
  if (script.ok) judgement.judgeScript(script.value, deeper(judgement, text), state)
  else judgement.object(script.error)
}
