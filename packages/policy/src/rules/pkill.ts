import { isDecided } from '../bash/argument.ts'
import { languageProfiles, profileNames } from '../profiles.ts'
import type { Rule } from './rule.ts'

/**
 * Exactly one allowed name. The pattern is a regular expression over process names, so only plain
 * names pass; `-f` matches whole command lines, `-v` inverts, `-g -s -P -t -u -U -G` select without a
 * name, `--inverse` and the rest likewise: only a signal and `-x` (exact) may stand before the name.
 *
 * Without `-x` a name also matches where it is part of another: `pkill go` ends mongod. The names of the
 * profiles pass all the same, as engineers type them, and the sandbox keeps pkill to the processes
 * inside; a short name that a project adds needs `-x`.
 */
export const pkill: Rule = {
  commands: ['pkill'],
  check({ arguments: words, policy }) {
    const targets: string[] = []
    let exact = false
    for (const word of words) {
      if (!isDecided(word))
        return `\`${word.source}\` cannot be decided; write the process name itself`
      for (const text of word.texts) {
        if (text === '-x' || text === '--exact') exact = true
        else if (text.startsWith('-')) {
          if (!signal.test(text)) {
            return `"${text}" is not allowed; write pkill and one name, with a signal if need be`
          }
        } else targets.push(text)
      }
    }
    const [target, second] = targets
    if (target === undefined) return 'needs the name of a process'
    if (second !== undefined) return 'takes one name at a time'
    if (!/^[\w-]+$/.test(target) || !policy.pkillTargets.has(target)) {
      return `"${target}" may not be ended; allowed: ${[...policy.pkillTargets].join(', ') || 'none'}`
    }
    return exact || target.length >= 4 || profileTargets.has(target)
      ? undefined
      : `"${target}" is part of many names; write pkill -x ${target}`
  },
  match: [
    'pkill node',
    'pkill go',
    'pkill -x go',
    'pkill -9 vite',
    'pkill -TERM next',
    'pkill -SIGINT -x node',
  ],
  notMatch: [
    'pkill',
    'pkill ""',
    'pkill postgres',
    'pkill -f node',
    'pkill -v node',
    'pkill -vf node',
    'pkill "n.*"',
    'pkill node vite',
    'pkill -u root',
    'pkill -g 0',
    'pkill -- -1',
    'pkill $x',
    'pkill --inverse node',
    'pkill -9f node',
    'pkill --signal 9 node',
  ],
}

const profileTargets: ReadonlySet<string> = new Set(
  profileNames.flatMap((name) => languageProfiles[name].pkillTargets),
)

const signal = /^-(\d{1,2}|(SIG)?(HUP|INT|QUIT|KILL|TERM|USR1|USR2|STOP|CONT))$/
