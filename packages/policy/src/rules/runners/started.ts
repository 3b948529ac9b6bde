import { type Argument, onlyText } from '../../bash/argument.ts'
import { insteadOf } from '../instead.ts'
import { neverAllowed } from '../never-allowed.ts'
import type { Call } from '../rule.ts'
import { isSystemProgram, systemPrograms } from '../system-programs.ts'
import { runnerNames } from './runner-options.ts'
import { type Started, startedByTool } from './started-by-tool.ts'
import { startingTools } from './starting-tools.ts'

/** Why something that a runner or a tool starts is not allowed. A name that nobody knows is a tool of the project. */
export function objectionToAll(
  call: Call,
  started: readonly Started[] | string,
): string | undefined {
  if (typeof started === 'string') return started
  if (started.length > 1 && call.arguments.filter(startsOthers).length > deepest) {
    return 'so many programs that start others are not followed; write the command itself'
  }
  for (const each of started) {
    const objection = objectionToStarted(call, each)
    if (objection !== undefined) return objection
  }
  return undefined
}

/** Where each may begin at two places, the ways to read a line double with every program on it. */
const deepest = 12

function startsOthers(word: Argument): boolean {
  const name = onlyText(word) ?? ''
  return startingTools.has(name) || runnerNames.includes(name)
}

function objectionToStarted(call: Call, started: Started): string | undefined {
  if (started.kind === 'words') return objectionToWords(call, started.words, started.certain)
  if (started.text === undefined) {
    return 'the text for the shell cannot be decided; write the command itself'
  }
  const words = wordsOf(started.text)
  return words === undefined ? call.runScript(started.text) : objectionToWords(call, words, true)
}

/** The words of a text that is one plain command without any syntax, which may be a tool of the project. */
function wordsOf(text: string): readonly Argument[] | undefined {
  const words = text.trim().split(/ +/)
  const [name = ''] = words
  const plain = words.every((word) => /^[\w@./:=,+%-]+$/.test(word))
  if (!plain || name.includes('=') || neverAllowed.has(name) || builtins.has(name)) return undefined
  return words.map((word) => ({ source: word, texts: [word], prefix: word, splits: false }))
}

/** Builtins of a shell that are neither listed nor never allowed: no program of the project. */
const builtins = new Set(
  'jobs fg bg wait disown history dirs times umask ulimit type help printf return shift'.split(' '),
)

function objectionToWords(
  call: Call,
  words: readonly Argument[],
  certain: boolean,
): string | undefined {
  const [program, ...rest] = words
  const name = onlyText(program)
  if (!certain && (name === undefined || (name.includes('/') && !isSystemProgram(name))))
    return undefined
  if (name === undefined) return `\`${program?.source}\` cannot be decided; write the name itself`
  const unversioned = name.replace(/(?<=.)@[^/]*$/, '')
  const bare = call.name === 'hatch' ? unversioned.replace(/^.*:/, '') : unversioned
  if (bare.startsWith('@')) return objectionToTool(call, bare.replace(/^.*\//, ''), rest)
  if (bare.includes('/')) {
    if (call.name === 'bun' && /\.[cm]?[jt]sx?$/.test(bare)) return undefined
    return /\.(py|rb)$/.test(bare) && !bare.startsWith('/') ? undefined : call.start(words)
  }
  const { policy } = call
  if (systemPrograms.has(bare) && !policy.addedCommands.has(bare)) {
    const advice = insteadOf(bare)
    return `${bare} is not an allowed command, also not through ${call.name}${advice && `; ${advice}`}`
  }
  const listed = policy.commands.has(bare) || policy.addedCommands.has(bare)
  if (listed && bare === name) return call.start(words)
  return objectionToTool(call, bare, rest)
}

function objectionToTool(call: Call, name: string, words: readonly Argument[]): string | undefined {
  const objection = objectionToAll(call, startedByTool(name, words))
  return objection && `${name}: ${objection}`
}
