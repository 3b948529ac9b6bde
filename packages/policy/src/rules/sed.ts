import { onlyText } from '../bash/argument.ts'
import { objectionToAddedProgram } from './arguments.ts'
import type { Rule } from './rule.ts'

/**
 * sed's language starts programs (`e`, `s///e`) and writes files (`w`, `s///w`). For the projects that
 * list sed, scripts of one plain form pass: a substitution, or lines to print, delete or stop at.
 */
export const sed: Rule = {
  commands: ['sed'],
  check(call) {
    let script = false
    for (const [index, word] of call.arguments.entries()) {
      const text = onlyText(word)
      if (text === undefined) return `\`${word.source}\` cannot be decided; write it out`
      if (/^-[nErsuzi]*e$/.test(text)) {
        script = true
        if (!isPlain(onlyText(call.arguments[index + 1]) ?? '')) return notPlain
      } else if (text.startsWith('-')) {
        if (
          !/^(-[nErsuz]*i?[\w.]*|--quiet|--regexp-extended|--in-place)$/.test(text) ||
          /^-\w*f/.test(text)
        ) {
          return `the option ${text} is not allowed`
        }
      } else if (!script) {
        script = true
        if (!isPlain(text)) return notPlain
      }
    }
    return objectionToAddedProgram(call)
  },
  examplesAllow: ['sed'],
  match: [
    'sed -n "1,5p" a',
    'sed -i "s/a/b/g" src/a.ts',
    'sed -e s/a/b/ a',
    "sed 's|a|b|' a",
    'sed "3d" a',
    "sed '/x/d' a",
  ],
  notMatch: [
    'sed "1e rm x" a',
    'sed "s/a/b/e" a',
    'sed "s/a/b/w x" a',
    'sed "w .autonoe/x" a',
    'sed -i s/a/b/ .autonoe/x',
    'sed -f x a',
    'sed "$X" a',
    'sed e',
    'sed "s/a/b/;e" a',
    'sed -n "1p;w x" a',
    'sed --expression=e a',
  ],
}

const notPlain = 'only plain scripts such as s/a/b/g, 1,5p or /x/d can be judged'

function isPlain(script: string): boolean {
  if (/^((\d+|\$)(,(\+?\d+|\$))?|\/[^/\n\\]*\/)?!?[pdq=]$/.test(script)) return true
  const delimiter = /^s([^\w\s\\])/.exec(script)?.[1]
  if (delimiter === undefined || script.includes('\n')) return false
  const [, , , flags, more] = script.replaceAll(/\\./g, '..').split(delimiter)
  return more === undefined && flags !== undefined && /^[gpiI\d]*$/.test(flags)
}
