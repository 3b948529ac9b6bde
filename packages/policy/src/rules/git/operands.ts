import { type Argument, anyMark, isDecided, onlyText } from '../../bash/argument.ts'
import { mayBeProtected } from '../../paths/protected-path.ts'
import { mentionsProtected, objectionToMention } from '../arguments.ts'
import { isLongOption } from '../options.ts'
import type { Call } from '../rule.ts'
import { firstObjection, objectionToTarget } from '../write-target.ts'
import type { GitForm } from './forms.ts'
import type { GitArguments } from './read-arguments.ts'

/** Why the operands of a subcommand are not allowed: what it would write, remove or move. */
export function objectionToOperands(
  call: Call,
  form: GitForm,
  read: GitArguments,
): string | undefined {
  const [first] = call.name === 'stash' ? read.operands : positional(read)
  const verb = onlyText(first) ?? read.options[0]
  if (
    form.verbs !== undefined &&
    verb !== undefined &&
    !form.verbs.includes(verb) &&
    !isStashOption(call, verb)
  ) {
    return `"${verb}" is not an allowed form; allowed: ${form.verbs.join(', ')}`
  }
  return special[call.name]?.(call, read) ?? byEffect(call, form, read)
}

/** Where no paths are expected, what follows `--` is an operand like any other. */
function positional({ operands, paths }: GitArguments): readonly Argument[] {
  return paths.length === 0 ? operands : [...operands, ...paths]
}

function byEffect(call: Call, form: GitForm, read: GitArguments): string | undefined {
  if (form.operands === 'read') return undefined
  for (const word of positional(read)) {
    const objection =
      form.operands === 'remove' ? objectionToRemoval(word, call) : objectionToReverting(word, call)
    if (objection !== undefined) return objection
  }
  return undefined
}

/** Branches stand among the paths here, so only what is protected counts. */
function objectionToReverting(word: Argument, call: Call): string | undefined {
  if (mentionsProtected(word, call.state)) return `\`${word.source}\` is protected`
  if (word.texts === undefined) return undefined
  return word.texts.some(reachesProtected)
    ? `\`${word.source}\` could match a protected path; begin with a directory: src/*.ts`
    : objectionToMention(word, call)
}

function objectionToRemoval(word: Argument, call: Call): string | undefined {
  if (!isDecided(word)) return `\`${word.source}\` cannot be decided; write the path itself`
  if (word.texts.some((text) => text.startsWith(':') || reachesProtected(text))) {
    return `\`${word.source}\` could match a protected path; begin with a directory: src/*.ts`
  }
  return firstObjection(word.texts, call.policy, call.state, 'replace')
}

/** In git's own patterns a wildcard matches dots and slashes too. */
function reachesProtected(text: string): boolean {
  const wild = /[*?[\uFDD0-\uFDD3]/
  if (!wild.test(text)) return /^:(\(|\/)/.test(text) && !/^:\((exclude|top)\)\w/.test(text)
  const fixed = text.slice(0, text.search(wild))
  return (
    !fixed.includes('/') ||
    /^(\.\/)*\.?\/?$/.test(fixed) ||
    mayBeProtected(text.replaceAll(/[*?[\]]/g, '\uFDD0'), anyMark)
  )
}

const strategies = new Set(['ort', 'recursive', 'resolve', 'octopus', 'ours', 'subtree'])

/** `git merge -s name` runs git-merge-name, wherever that is found. `-s` of the others signs off. */
function objectionToStrategy(call: Call): string | undefined {
  const short = call.name === 'cherry-pick' || call.name === 'revert' ? undefined : /^-[a-zA-Z]*s/
  for (const [index, word] of call.arguments.entries()) {
    const text = onlyText(word) ?? word.prefix
    if (!isLongOption(text, '--strategy') && !short?.test(text)) continue
    const attached = text.startsWith('--') ? text.split('=')[1] : text.slice(text.indexOf('s') + 1)
    const name = attached || onlyText(call.arguments[index + 1])
    if (name === undefined || !strategies.has(name)) return 'only git’s own strategies are allowed'
  }
  return undefined
}

type Special = (call: Call, read: GitArguments) => string | undefined

const special: Readonly<Record<string, Special>> = {
  merge: objectionToStrategy,
  pull: objectionToStrategy,
  rebase: objectionToStrategy,
  revert: objectionToStrategy,
  'cherry-pick': objectionToStrategy,
  clean(_, read) {
    if (read.options.some((option) => /^(-[a-zA-Z]*n[a-zA-Z]*|--dry-run)$/.test(option)))
      return undefined
    return read.operands.length + read.paths.length === 0
      ? 'name what to remove, such as "git clean -fd dist": it would remove .autonoe too'
      : undefined
  },
  stash({ arguments: words }, read) {
    const untracked = read.options.some((option) => /^(-[a-zA-Z]*[ua]|--i.*|--a.*)$/.test(option))
    const named = read.paths.length > 0 || words.length === 0
    return untracked && !named
      ? 'with untracked files it would take .autonoe along; add them first'
      : undefined
  },
  apply(_, read) {
    const looks = read.options.some((option) => /^--(check|stat|numstat|summary)$/.test(option))
    return looks && !read.options.includes('--apply')
      ? undefined
      : 'a patch decides itself which files it writes; make the change with the Edit tool, or use --check'
  },
  am(_, read) {
    const ends = read.options.some((option) => /^--(abort|quit|skip)$/.test(option))
    return ends
      ? undefined
      : 'a patch decides itself which files it writes; make the change with the Edit tool'
  },
  init: (call, read) =>
    objectionToAll(call, positional(read)) ?? firstObjection(['.'], call.policy, call.state),
  clone(call, read) {
    const [from, to] = positional(read)
    if (from === undefined) return 'needs an address'
    if (to !== undefined) return objectionToTarget(to, call.policy, call.state)
    const address = onlyText(from)
    if (address === undefined)
      return `\`${from.source}\` cannot be decided; write the address itself`
    const name =
      address
        .replace(/\/+$/, '')
        .replace(/(\/\.git|\.git)$/, '')
        .split(/[/:]/)
        .pop() ?? ''
    return firstObjection([name], call.policy, call.state)
  },
  worktree(call, read) {
    const [verb, path] = positional(read)
    if (path === undefined) return undefined
    const touch = onlyText(verb) === 'remove' ? 'replace' : 'write'
    return objectionToTarget(path, call.policy, call.state, touch)
  },
  submodule(call, read) {
    const [verb, , path] = positional(read)
    return onlyText(verb) === 'add' && path !== undefined
      ? objectionToTarget(path, call.policy, call.state)
      : undefined
  },
  bundle(call, read) {
    const [verb, file] = positional(read)
    if (onlyText(verb) !== 'create') return undefined
    if (read.options.some((option) => option.startsWith('--v') && !option.includes('='))) {
      return 'write --version=3'
    }
    // Git makes a lock beside it first: beside the project's own directory that is outside.
    return file === undefined
      ? 'needs a file'
      : objectionToTarget(file, call.policy, call.state, 'replace')
  },
  // Git takes any name: `git symbolic-ref config refs/heads/x` overwrites .git/config.
  'symbolic-ref'(_, read) {
    const [name, ...others] = positional(read)
    const text = onlyText(name)
    const known = text === 'HEAD' || /^refs\/[\w./-]+$/.test(text ?? '')
    const removes = read.options.some((option) => /^(-[a-zA-Z]*d|--d)/.test(option))
    return known || (others.length === 0 && !removes)
      ? undefined
      : 'only HEAD and refs/… may be set'
  },
  'format-patch': (call, read) =>
    read.options.some((option) => /^(-[a-zA-Z]*o|--o)/.test(option) || option === '--stdout')
      ? undefined
      : firstObjection(['.'], call.policy, call.state),
}

function objectionToAll(call: Call, words: readonly Argument[]): string | undefined {
  for (const word of words) {
    const objection = objectionToTarget(word, call.policy, call.state)
    if (objection !== undefined) return objection
  }
  return undefined
}

/** `git stash -u` is `git stash push -u`. */
function isStashOption(call: Call, verb: string): boolean {
  return call.name === 'stash' && verb.startsWith('-')
}
