import { type Argument, isDecided } from '../bash/argument.ts'
import { objectionToAddedProgram } from './arguments.ts'
import { isLongOption } from './options.ts'
import type { Rule } from './rule.ts'

/**
 * Tools for text and archives that a project may list. Each has a language or an option that starts
 * programs or writes files: awk's system() and pipes, sort -o and
 * --compress-program, tar's --to-command and --checkpoint-action, dd of=, a pager's `!`, curl -o.
 * Every argument has to be decided; then the options that start something are refused, and those that
 * write go through the same check as all added programs. An archive decides itself where it writes,
 * so extracting one has to name a directory.
 */
export const textTools: Rule = {
  commands: [
    'awk',
    'gawk',
    'mawk',
    'sort',
    'uniq',
    'tar',
    'dd',
    'less',
    'more',
    'man',
    'curl',
    'wget',
    'rsync',
    'ssh',
  ],
  check(call) {
    const undecided = call.arguments.find((word) => word.texts === undefined || word.splits)
    if (undecided !== undefined) return `\`${undecided.source}\` cannot be decided; write it out`
    const pattern = starts[call.name]
    const hit = call.arguments.find((word) => word.texts?.some((text) => pattern?.test(text)))
    if (hit !== undefined) return `\`${hit.source}\` could start a program or write a file`
    if (call.name === 'tar' && extracts(call.arguments))
      return 'an archive decides itself what it writes; extract it with -C directory'
    return objectionToAddedProgram(call)
  },
  examplesAllow: ['awk', 'sort', 'tar', 'dd', 'curl', 'less'],
  match: [
    "awk '{print $1}' a",
    'sort -u a',
    'tar czf a.tgz src',
    'tar xzf a.tgz -C vendor',
    'dd if=a of=b',
    'curl -s https://example.com',
  ],
  notMatch: [
    'awk \'BEGIN{system("rm x")}\'',
    'awk \'{print > "x"}\' a',
    'awk "BEGIN{print | \\"sh\\"}"',
    'sort -o .autonoe/x a',
    'sort --compress-program=./e a',
    'tar xf a.tar',
    'tar cf a.tar --to-command=sh x',
    'tar --checkpoint-action=exec=sh -cf a b',
    'dd of=.autonoe/x',
    'curl -o .autonoe/x u',
    'curl -so.autonoe/x u',
    'curl -sO u',
    'curl -sK x u',
    'curl --conf x u',
    'sort -uo.autonoe/x a',
    'tar --extr -f a.tar',
    'less +!sh a',
    'tar -I ./e -cf a b',
  ],
}

const starts: Readonly<Record<string, RegExp>> = {
  awk: /system|\||>|getline|@|^-[a-zA-Z]*[fil]|^--/,
  gawk: /system|\||>|getline|@|^-[a-zA-Z]*[fil]|^--/,
  mawk: /system|\||>|getline|@|^-[a-zA-Z]*[fil]|^--/,
  sort: /^--(c|f|o|t)|^-[a-zA-Z]*T/,
  tar: /^--(to-command|checkpoint|use-compress|info-script|new-volume|rsh|rmt|absolute|transform|strip|remove|overwrite|unlink|one-top|files-from|index-file)|^-[a-zA-Z]*[IFPT]/,
  less: /^[-+]/,
  more: /^[-+]/,
  man: /^-/,
  curl: /^(--(conf|eng|libc|remote|etag-s|trace|dump|cookie-j|output-)|-[#0-9afgijklnpqsvBGILMNRSVZ]*[KOJ])/,
  wget: /^(-e|--execute|--use-askpass|--config|-i|--input)/,
  rsync: /^(-e|--rsh|--rsync-path|--files-from|--delete|--remove)|^-[a-zA-Z]*e/,
  ssh: /./,
}

function extracts(words: readonly Argument[]): boolean {
  const texts = words.filter(isDecided).flatMap((word) => word.texts)
  const mode = texts.some(
    (text, index) =>
      (index === 0 ? /^-?[a-zA-Z]*x/.test(text) : /^-[a-zA-Z]*x/.test(text)) ||
      isLongOption(text, '--extract') ||
      isLongOption(text, '--get'),
  )
  const at = texts.findIndex((text) => text === '-C' || text === '--directory')
  const directory = at === -1 ? '.' : (texts[at + 1] ?? '.')
  return mode && /^(\.\/?|\.\.?\/.*|\/.*|~.*)$/.test(directory)
}
