import { isDecided } from '../bash/argument.ts'
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
      isDecided(count) &&
      count.texts.every((text) => /^\d{1,3}$/.test(text))
    return plain ? undefined : 'takes one plain number at most'
  },
  match: ['for f in a b; do ls "$f" && break; done', 'npm test || exit 1', 'exit'],
  notMatch: ['exit 1 2', 'exit $X', 'for f in a; do continue "$(rm x)"; done'],
}

/** `-D` names a device cache file that lsof would write. */
export const lsof: Rule = {
  commands: ['lsof'],
  check({ arguments: words }) {
    const cache = words.find((word) => word.texts?.some((text) => /^-[a-zA-Z]*D/.test(text)))
    return cache && `"${cache.source}" writes a cache file; leave it out`
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
    if (name !== 'tree') return undefined
    return words.some((word) => word.texts?.[0]?.startsWith('-o') ?? true)
      ? 'with -o it writes; use >'
      : undefined
  },
  match: [
    'cat .autonoe/status.json',
    'echo $X "$(ls)"',
    'grep -rn "rm -rf" src',
    'ls -la .claude',
    'head -n 5 *.md',
  ],
  notMatch: ['echo x > .autonoe/y', 'cat $(rm x)'],
}
