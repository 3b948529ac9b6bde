import { severalWords } from './options.ts'
import type { Rule } from './rule.ts'
import { objectionToTarget } from './write-target.ts'

/**
 * Directories inside the project. Of the options only `-m` takes a value of its own. After `--` nothing is
 * an option: a directory called `-t.autonoe` would be one for the next `cp *`.
 */
export const mkdir: Rule = {
  commands: ['mkdir'],
  check({ arguments: words, policy, state }) {
    let skip = false
    let ended = false
    for (const word of words) {
      const [text = ''] = word.texts ?? []
      if (word.splits) return severalWords(word)
      if (skip) skip = false
      else if (!ended && text === '--') ended = true
      else if (!ended && (/^-[a-zA-Z]*m$/.test(text) || text === '--mode')) skip = true
      else if (ended || !text.startsWith('-')) {
        const objection = objectionToTarget(word, policy, state)
        if (objection !== undefined) return objection
      }
    }
    return undefined
  },
  match: [
    'mkdir -p src/{a,b}',
    'mkdir a',
    'mkdir -m 755 b',
    'mkdir -p -- a b',
    'for d in a b; do mkdir -p "$d"; done',
  ],
  notMatch: [
    'mkdir .autonoe/x',
    'mkdir -m 777 .autonoe',
    'mkdir ../x',
    'mkdir $X',
    'mkdir .claude',
    'for d in -p .autonoe/x; do mkdir "$d"; done',
    'mkdir -p -- .git/hooks',
    'mkdir -- -m .autonoe',
    'X="755 .autonoe"; mkdir -m $X',
    'mkdir -- -t.autonoe && cp * src',
  ],
}
