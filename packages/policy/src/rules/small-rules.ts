import { mayBeOption, numberMark, onlyText } from '../bash/argument.ts'
import { devScript } from './dev-script.ts'
import type { Rule } from './rule.ts'

/** The project's start script. It takes no arguments: nobody has looked at what it does with them. */
export const devScriptRule: Rule = {
  commands: [devScript],
  check: ({ arguments: words }) => (words.length === 0 ? undefined : 'takes no arguments'),
  match: ['bin/dev.sh', './bin/dev.sh &', 'bin/dev.sh > dev.log 2>&1'],
  notMatch: [
    'bin/dev.sh --port 1',
    'bin/dev.sh "$X"',
    'other/bin/dev.sh',
    'cd src && bin/dev.sh',
    './bin/../bin/dev.sh',
  ],
}

/** A count of loops or an exit code, and nothing else: bash goes on when it gets too many. */
export const jump: Rule = {
  commands: ['break', 'continue', 'exit'],
  check({ arguments: words }) {
    const [count, second] = words
    if (count === undefined) return undefined
    const plain =
      second === undefined &&
      !count.splits &&
      (count.texts ?? ['']).every((text) => /^\d{1,3}$/.test(text) || text === numberMark)
    return plain ? undefined : 'takes one plain number at most'
  },
  match: [
    'for f in a b; do ls "$f" && break; done',
    'npm test || exit 1',
    'exit',
    'npm test; c=$?; exit $c',
  ],
  notMatch: ['exit 1 2', 'exit $X', 'for f in a; do continue "$(rm x)"; done'],
}

/** `-D` names a device cache file that lsof would write. */
export const lsof: Rule = {
  commands: ['lsof'],
  check({ arguments: words }) {
    const cache = words.find((word) => word.texts?.some((text) => /^-[a-zA-Z]*D/.test(text)))
    return cache && `\`${cache.source}\` writes a cache file; leave it out`
  },
  match: ['lsof -i :3000', 'lsof -ti tcp:8080'],
  notMatch: ['lsof -D b.autonoe/x'],
}

/** These only print what they are given or what they find, whatever their arguments say. */
export const printing: Rule = {
  commands: [
    ...'ls pwd cat head tail wc grep echo which ps sleep'.split(' '),
    ...'true false :'.split(' '),
    // Not in a profile, but harmless for the projects that list them.
    ...'basename dirname realpath readlink stat file du df date seq cut'.split(' '),
    ...'tr comm paste nl fold rev tac cmp md5sum sha1sum sha256sum'.split(' '),
    ...'whoami id uname hostname nproc uptime jq type wait jobs tree'.split(' '),
  ],
  check({ name, arguments: words }) {
    const forbidden = writingOrRunning[name]
    if (forbidden === undefined) return undefined
    const found = words.find(
      (word) => word.splits || (word.texts ?? [word.prefix]).some((text) => forbidden.test(text)),
    )
    return found && `\`${found.source}\` would write, set a variable or start a program`
  },
  match: [
    'cat .autonoe/status.json',
    'echo $X "$(ls)"',
    'grep -rn "rm -rf" src',
    'ls -la .claude',
    'head -n 5 *.md',
  ],
  examplesAllow: ['tree', 'jobs', 'wait'],
  notMatch: [
    'echo x > .autonoe/y',
    'cat $(rm x)',
    'tree -ao .autonoe/x',
    'jobs -x rm x',
    'wait -p PATH',
    'wait -np "a[0]"',
  ],
}

/** `tree -o` writes, `jobs -x` starts a program, `wait -p` sets a variable. Empty: it cannot be known. */
const writingOrRunning: Readonly<Record<string, RegExp>> = {
  tree: /^(-[a-zA-Z]*[oR]|--output|$)/,
  jobs: /^(-[a-zA-Z]*x|$)/,
  wait: /^(-[a-zA-Z]*p|$)/,
}

/** `-v` sets a variable, and evaluates a subscript in its name: `printf -v 'a[$(rm x)]' y`. */
export const printf: Rule = {
  commands: ['printf'],
  check({ arguments: words }) {
    const [format] = words
    if (format === undefined) return undefined
    return mayBeOption(format) && onlyText(format) !== '--'
      ? 'write the format itself, without options; begin with -- where it starts with a dash'
      : undefined
  },
  examplesAllow: ['printf'],
  match: ["printf '%s\\n' a", 'printf "a\\n" > x.txt', "printf -- '- %s' a", 'printf "%s" "$X"'],
  notMatch: ['printf -v PATH /tmp', 'printf -vx a', 'printf "$X" a'],
}
