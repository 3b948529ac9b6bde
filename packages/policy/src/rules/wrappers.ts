import { type Argument, onlyText } from '../bash/argument.ts'
import { isEnvironment, objectionToEnvironment } from './environment.ts'
import { severalWords } from './options.ts'
import type { Call, Rule } from './rule.ts'

/**
 * Programs that start another one. None is in a profile; a project may list them, and then what they
 * start is judged as if it stood alone. xargs feeds words that nobody knows yet, so the inner command
 * has to be one that may take any.
 */
export const wrappers: Rule = {
  commands: [
    ...'env timeout nohup nice ionice setsid stdbuf sudo doas exec'.split(' '),
    ...'command time xargs chronic unbuffer caffeinate watch'.split(' '),
  ],
  check(call) {
    const read = readWrapper(call)
    if (typeof read === 'string') return read
    if (read.length === 0)
      return call.name === 'env' || call.name === 'xargs' ? undefined : 'needs a command'
    if (onlyText(read[0]) === 'cd') return 'write cd itself'
    // watch hands its words to a shell, as one text.
    if (call.name === 'watch') {
      const texts = read.map(onlyText)
      return texts.includes(undefined) ? 'write it out' : call.runScript(texts.join(' '))
    }
    const fed = call.name === 'xargs' ? [...read, anything] : read
    return call.start(fed)
  },
  examplesAllow: [
    'env',
    'timeout',
    'nohup',
    'nice',
    'sudo',
    'exec',
    'command',
    'time',
    'xargs',
    'watch',
    'rm',
  ],
  match: [
    'timeout 5 npm test',
    'timeout -s KILL 1m npm test',
    'env NODE_ENV=test npm test',
    'nohup npm start &',
    'nice -n 5 npm test',
    'find . -name a | xargs grep b',
    'command -v node',
    'xargs -n 1 echo',
    'env',
    'timeout 5 rm a',
  ],
  notMatch: [
    'timeout 5 mv a b',
    'env PATH=x npm test',
    'env -S "mv a b"',
    'xargs mv',
    'xargs rm',
    'xargs -I{} cp {} x',
    'nohup sh',
    'sudo mv a b',
    'exec mv x',
    'exec > .autonoe/x',
    'timeout "$X" npm test',
    'nice $X',
    'env -C / npm test',
    'command eval x',
    'xargs git',
    'command cd src',
    "watch ls ';mv a b'",
    'X="9 1 mv"; timeout -s $X 5 npm test',
  ],
}

/** What a pipe brings: any words. */
const anything: Argument = { source: '(input)', texts: undefined, prefix: '', splits: true }

/** Options with a value of their own, by wrapper. An option that is not known is refused. */
const options: Readonly<Record<string, { readonly flags: RegExp; readonly valued: RegExp }>> = {
  env: { flags: /^(-i|-|--ignore-environment|-0|--null)$/, valued: /^(-u|--unset)$/ },
  timeout: {
    flags: /^(-v|--verbose|--preserve-status|--foreground|--kill-after=\w+|--signal=\w+)$/,
    valued: /^-[ks]$/,
  },
  nice: { flags: /^(-\d+|-n\d+|--adjustment=\d+)$/, valued: /^-n$/ },
  ionice: { flags: /^(-t|-c\d|-n\d)$/, valued: /^-[cn]$/ },
  stdbuf: { flags: /^(-[ioe][0LM\d]+K?)$/, valued: /^-[ioe]$/ },
  setsid: { flags: /^-[cfw]+$/, valued: /^$/ },
  sudo: { flags: /^-[nEH]+$/, valued: /^-u$/ },
  doas: { flags: /^-n$/, valued: /^-u$/ },
  xargs: { flags: /^(-0|-r|-t|-n\d+|-P\d+|-L\d+|--null|--no-run-if-empty)$/, valued: /^-[nPL]$/ },
  command: { flags: /^$/, valued: /^$/ },
}
const noOptions = { flags: /^$/, valued: /^$/ }

/** The words of the inner command. */
function readWrapper(call: Call): readonly Argument[] | string {
  const own = options[call.name] ?? noOptions
  const words = call.arguments
  let index = 0
  for (; index < words.length; index++) {
    const word = words[index]
    const text = onlyText(word)
    if (word === undefined) break
    if (text === undefined) return `\`${word.source}\` cannot be decided; write it out`
    if (text === '--') {
      index++
      break
    }
    if (call.name === 'command' && /^-[vV]$/.test(text)) return asWhich
    if (own.valued.test(text)) {
      const value = words[++index]
      if (value?.splits) return severalWords(value)
    } else if (text.startsWith('-')) {
      if (!own.flags.test(text)) return `the option ${text} is not allowed`
    } else break
  }
  if (call.name === 'timeout') index++
  if (call.name === 'env') {
    for (; index < words.length; index++) {
      const word = words[index]
      if (!isEnvironment(word)) break
      const objection = objectionToEnvironment(word)
      if (objection !== undefined) return objection
    }
  }
  return words.slice(index)
}

/** `command -v name` only asks where a program is. */
const asWhich: readonly Argument[] = [
  { source: 'true', texts: ['true'], prefix: 'true', splits: false },
]
