import type { Rule } from './rule.ts'
import { wildcardMayBeOption } from './wildcards.ts'

/**
 * Looking only. The actions that run programs (-exec, -execdir, -ok, -okdir), delete, or write files
 * (-fprint, -fprint0, -fprintf, -fls) are denied however they are quoted, for the arguments are
 * compared after the shell's own reading. find has no abbreviations, but a later find might get new
 * actions, so everything that begins like one is denied. `-files0-from` reads start points from a
 * file and is harmless. An argument that cannot be decided could be an action; so could a file
 * that a leading wildcard matches, if its name begins with a dash.
 */
export const find: Rule = {
  commands: ['find'],
  check({ arguments: words, policy, state }) {
    for (const word of words) {
      const texts = word.texts ?? [word.prefix]
      if (word.splits || (word.texts === undefined && !startsPlainly.test(word.prefix))) {
        return `\`${word.source}\` cannot be decided; write the argument itself`
      }
      const action = texts.find((text) => actions.test(text))
      if (action !== undefined) {
        return `${action} is not allowed; list the files and run the command in a for loop`
      }
      if (texts.some((text) => leadingWildcard.test(text)) && wildcardMayBeOption(policy, state)) {
        return `\`${word.source}\` is expanded by bash; put it in quotes`
      }
    }
    return undefined
  },
  match: [
    'find . -name "*.ts"',
    'find src -type f -newer a | wc -l',
    'find . -path ./node_modules -prune -o -print',
    'find "$PWD/src" -name x',
    'find src/* -maxdepth 1',
    'find . -name \\*.js',
    'find . \\( -name a -o -name b \\)',
  ],
  notMatch: [
    'find . -exec rm {} +',
    'find . -ok rm {} \\;',
    'find . -delete',
    'find . -fprintf a b',
    'find . -fls x',
    'find . -del\\ete',
    'find . $X',
    'find . "$X"',
    'find . $(echo -delete)',
    "find . -'exec' ls",
  ],
}

const actions = /^-(exec|ok|delete|f(print|ls))/
const startsPlainly = /^[^-(),!\uFDD0-\uFDD2]/
const leadingWildcard = /^[\uFDD0\uFDD1]/
