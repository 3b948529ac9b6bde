import { anyMark, isDecided, mayBeOption } from '../bash/argument.ts'
import { mayBeProtected } from '../paths/protected-path.ts'
import { objectionToAddedProgram } from './arguments.ts'
import { objectionToCopy } from './cp.ts'
import type { Call, Rule } from './rule.ts'
import { wildcardMayBeOption } from './wildcards.ts'
import { firstObjection } from './write-target.ts'

/**
 * Programs that a project may list to remove, move, link or write files. Every operand counts as
 * something they change, so each has to be decided, inside the project, and neither protected nor
 * above something protected: `rm -rf .`, `mv .git x`, `ln -s .autonoe x`, `tee .mcp.json`.
 */
export const writers: Rule = {
  commands: [
    'rm',
    'rmdir',
    'unlink',
    'touch',
    'tee',
    'truncate',
    'mv',
    'ln',
    'install',
    'shred',
    'chown',
    'chgrp',
  ],
  check(call) {
    for (const word of call.arguments) {
      const [text = ''] = word.texts ?? []
      if (word.texts === undefined || word.splits) {
        return `\`${word.source}\` cannot be decided; write the path itself`
      }
      if (text.startsWith('-') && isDecided(word)) {
        const objection = objectionToAddedProgram({ ...call, arguments: [word] })
        if (objection !== undefined) return objection
        continue
      }
      const objection = isDecided(word)
        ? objectionToChange(call, word.texts)
        : objectionToWild(call, word.texts)
      if (objection !== undefined)
        return mayBeOption(word) ? `${objection}; begin it with ./` : objection
    }
    return call.name === 'mv' || call.name === 'install' ? objectionToCopy(call) : undefined
  },
  examplesAllow: ['rm', 'mv', 'ln', 'tee', 'touch'],
  match: [
    'rm -rf dist',
    'rm -f src/*.js',
    'mv a b',
    'mv a b dist/',
    'ls | tee out.log',
    'touch a b',
    'ln -s src link',
    'rm ./*.tmp',
  ],
  notMatch: [
    'rm -rf .',
    'rm -rf .autonoe',
    'rm -rf .*',
    'rm -rf /',
    'rm -rf ~',
    'rm -rf "$X"',
    'rm -rf .git',
    'rm -rf ..',
    'mv .autonoe x',
    'mv x .autonoe',
    'mv .git x',
    'ln -s .autonoe x',
    'ln .autonoe/a b',
    'ln -s . x',
    'tee .mcp.json',
    'touch .claude/x',
    'mv evil/.autonoe .',
    'cd .autonoe && rm status.json',
    'rm src/../.autonoe/x',
    'tee $X',
    'mv -t .autonoe x',
    'ln -s ../x y',
  ],
}

function objectionToChange(call: Call, texts: readonly string[]): string | undefined {
  const own = /^(chown|chgrp)$/.test(call.name) && call.arguments[0]?.texts === texts
  return own ? undefined : firstObjection(texts, call.policy, call.state, 'replace')
}

function objectionToWild(call: Call, texts: readonly string[]): string | undefined {
  for (const text of texts) {
    if (/^[\uFDD0-\uFDD2]/.test(text) && wildcardMayBeOption(call.policy, call.state))
      return `"${text.replaceAll(anyMark, '*')}" could match an option`
    if (mayBeProtected(text, anyMark)) return 'the wildcard could match a protected path'
    if (!call.state.directories.length) return 'where this writes cannot be decided after cd'
    const directory = text.slice(0, text.search(anyMark)).replace(/[^/]*$/, '') || './'
    const outside = firstObjection([`${directory}x`], call.policy, call.state)
    if (outside !== undefined) return outside
  }
  return undefined
}
