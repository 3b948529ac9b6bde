import { type Argument, anyMark, isDecided } from '../bash/argument.ts'
import { mayBeProtected } from '../paths/protected-path.ts'
import { isLongOption } from './options.ts'
import type { Call, Rule } from './rule.ts'
import { wildcardMayBeOption } from './wildcards.ts'
import { objectionToTarget } from './write-target.ts'

/**
 * Only the executable bit, on named files: no numbers, no setuid (`+s`), no recursion in any spelling
 * (GNU takes `--recurs`, and options after operands), no `--reference`, which copies any mode. A leading
 * wildcard is refused where it could match a file called `-R`.
 */
export const chmod: Rule = {
  commands: ['chmod'],
  check(call) {
    const { arguments: words, policy, state } = call
    const operands = []
    for (const word of words) {
      const [text] = word.texts ?? []
      if (word.texts === undefined || word.splits || text === undefined) {
        return `\`${word.source}\` cannot be decided; write the mode and the files themselves`
      }
      if (text === '-v' || text === '-c' || text === '-f' || text === '--') continue
      if (isLongOption(text, '--recursive') || /^-[a-zA-Z]*R/.test(text)) {
        return 'not recursively; name the files'
      }
      if (text.startsWith('-'))
        return `\`${word.source}\` is not allowed; only +x, u+x, a+x and the like`
      operands.push(word)
    }
    const [mode, ...files] = operands
    if (mode === undefined || !isDecided(mode)) return 'needs a mode such as +x and a file'
    if (!mode.texts.every((text) => /^[ugoa]*\+x$/.test(text))) {
      return `mode \`${mode.source}\` is not allowed; only +x, u+x, a+x and the like`
    }
    if (files.length === 0) return 'needs a file to make executable'
    for (const file of files) {
      const objection = isDecided(file)
        ? objectionToTarget(file, policy, state)
        : objectionToPattern(file, call)
      if (objection !== undefined) return objection
    }
    return undefined
  },
  match: [
    'chmod +x run.sh',
    'chmod ugo+x a b',
    'chmod +x scripts/*.sh',
    'chmod +x *.sh',
    'chmod -- +x a',
    'chmod -v u+x "a b"',
  ],
  notMatch: [
    'chmod 755 f',
    'chmod +s f',
    'chmod +x',
    'chmod',
    'chmod +x f -R',
    'chmod --recurs +x d',
    'chmod --reference=a b',
    'chmod $m f',
    'chmod +x .git/hooks/pre-commit',
    'chmod +x .git/hooks/*',
    'chmod +x /etc/passwd',
    'chmod +x .cl*/x',
  ],
}

function objectionToPattern(file: Argument, { policy, state }: Call): string | undefined {
  for (const text of file.texts ?? []) {
    const leading = anyMark.test(text.charAt(0))
    if (leading && wildcardMayBeOption(policy, state)) {
      return `\`${file.source}\` could match an option; write ./${file.source}`
    }
    if (!simplePattern.test(text) || mayBeProtected(text, anyMark)) {
      return `\`${file.source}\`: name the files, or write directory/*.sh or *.sh`
    }
  }
  return undefined
}

/** Wildcards in the last name only, below directories with plain names: no link leads astray unseen. */
const simplePattern = /^(\.\/)?([\w-]+\/)*[\uFDD0\uFDD1\w-][\uFDD0\uFDD1\w.-]*$/
