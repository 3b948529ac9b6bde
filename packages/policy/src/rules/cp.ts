import { type Argument, anyMark, isDecided, mayBeOption } from '../bash/argument.ts'
import { isProtectedPath, mayBeProtected } from '../paths/protected-path.ts'
import { physicalPath } from '../paths/resolve-path.ts'
import { isLongOption, severalWords } from './options.ts'
import type { Call, Rule } from './rule.ts'
import { wildcardMayBeOption } from './wildcards.ts'
import { firstObjection, objectionToTarget } from './write-target.ts'

/**
 * Copies may not land on a protected path. The destination is the last operand or the value of -t,
 * and since it may be a directory, every `destination/name of source` counts too. A tree that is
 * merged into the project itself (`cp -r evil/. .`, `cp -rT evil .`) could hold an .autonoe of its
 * own. `-l` and `-s` make links: their sources may not be protected, nor may a copied link lead
 * there (`cp -a link x; echo > x/y`). `--backup --suffix` only renames next to the destination.
 */
export const cp: Rule = {
  commands: ['cp'],
  check: (call) => objectionToCopy(call),
  match: [
    'cp a b',
    'cp -r template/ app/',
    'cp a.txt b.txt dist/',
    'cp -p a /tmp/b',
    'cp .autonoe/status.json copy.json',
    'cp .env.example .env',
    'cp -r src/* dist/',
    'for f in a b; do cp "$f" "$f.bak"; done',
    'cp -r assets .',
    'cp -- a b',
    'cp *.json dist/',
    'cp -- "$f" dist/',
    'cp "./$f" dist/',
    'cp "src/$f" dist/',
    'cp -t dist -- "$f"',
  ],
  notMatch: [
    'cp x .autonoe/status.json',
    'cp -t .autonoe x',
    'cp -t.autonoe x',
    'cp --target=.autonoe x',
    'cp -r evil/.autonoe .',
    'cp -r evil/. .',
    'cp -rT evil .',
    'cp x $D',
    'cp x "$(echo a)"',
    'cp x .auton*/y',
    'cp {a,.autonoe/b}',
    'cp -s .autonoe x',
    'cp -l .autonoe/status.json x',
    'cp x ../y',
    'cp x ~/y',
    'cp x',
    'cp -r evil/.* .',
    'cp $X dist/',
    'cp "$X" .',
    'cp .mcp.json sub/',
    'cp x .git',
    'cd evil && cp --parents .autonoe/status.json ..',
    'for o in -v -t.autonoe; do cp "$o" a b; done',
    'for f in $(echo -t.autonoe); do cp "$f" a; done',
    'cp "$(echo -t.autonoe)" a',
    'X="b -t .autonoe"; cp -S $X a b',
    'cp "$f" dist/',
    'cp a "$OUT"',
    'cp -- a "$OUT"',
    'cp -t dist "$f"',
  ],
}

/** Shared with mv and install, which lay files down in the same way. */
export function objectionToCopy(call: Call): string | undefined {
  const { policy, state } = call
  const read = readOperands(call.arguments, wildcardMayBeOption(policy, state))
  if (typeof read === 'string') return read
  const { destination, sources, flags } = read
  const direct = objectionToTarget(destination, policy, state)
  if (direct !== undefined) return direct
  const recursive = /[rRa]/.test(flags.short) || flags.long.some((text) => /^--(r|a)/.test(text))
  const linking =
    /[lsadP]/.test(flags.short) || flags.long.some((text) => /^--(l|s|a|no-d|p)/.test(text))
  const merging =
    /T/.test(flags.short) || flags.long.some((text) => isLongOption(text, '--no-target-directory'))
  const parents = flags.long.some((text) => isLongOption(text, '--parents'))
  const careful = recursive || sources.some((source) => source.texts === undefined)
  const intoProject =
    careful && firstObjection(destination.texts, policy, state, 'replace') !== undefined
  if (recursive && merging && intoProject)
    return 'this would merge a tree into the project itself; name its parts'
  for (const source of sources) {
    const texts = source.texts ?? []
    if (texts.length === 0 && intoProject) {
      return `\`${source.source}\` cannot be decided; write the source itself`
    }
    for (const text of texts) {
      const name = text.replace(/\/+$/, '').split('/').pop() ?? ''
      if (recursive && intoProject && (text.endsWith('/') || name === '.' || name === '..')) {
        return `\`${source.source}\` would be merged into the project itself; name its parts`
      }
      if (linking && leadsToProtected(text, call))
        return `\`${source.source}\` is protected and may not be linked`
      const landing = destination.texts.map((place) => `${place}/${parents ? text : name}`)
      const landsOnProtected = landing.some(
        (path) => isProtectedPath(path) || (anyMark.test(path) && mayBeProtected(path, anyMark)),
      )
      if (landsOnProtected) return `\`${source.source}\` would land on a protected path`
      if (!anyMark.test(text)) {
        const objection = firstObjection(landing, policy, state)
        if (objection !== undefined) return objection
      }
    }
  }
  return undefined
}

interface Operands {
  readonly destination: Argument & { readonly texts: readonly string[] }
  readonly sources: readonly Argument[]
  readonly flags: { readonly short: string; readonly long: readonly string[] }
}

function readOperands(words: readonly Argument[], dashes: boolean): Operands | string {
  const operands: Argument[] = []
  const long: string[] = []
  let short = ''
  let target: Argument | undefined
  let ended = false
  let doubtful: Argument | undefined
  for (let index = 0; index < words.length; index++) {
    const word = words[index]
    if (word === undefined) break
    const [text] = word.texts ?? []
    if (ended || !mayBeOption(word) || text === '-') operands.push(word)
    else if (text === '--' && word.texts?.length === 1) ended = true
    else if (!isDecided(word)) {
      const wildcard = /^[\uFDD0\uFDD1]/.test(text ?? '')
      const isLast = index === words.length - 1
      if (text === undefined || word.splits || (dashes && wildcard) || isLast) doubtful ??= word
      operands.push(word)
    } else if (text !== undefined && isLongOption(text, '--target-directory')) {
      const value = text.includes('=') ? text.slice(text.indexOf('=') + 1) : undefined
      target = value === undefined ? words[++index] : literal(value)
    } else if (text?.startsWith('--')) long.push(text)
    else if (text !== undefined) {
      const at = text.indexOf('t')
      if (at !== -1 && !text.slice(1, at).includes('S')) {
        target = at + 1 < text.length ? literal(text.slice(at + 1)) : words[++index]
      } else if (text.endsWith('S')) {
        const suffix = words[++index]
        if (suffix?.splits) return severalWords(suffix)
      }
      short += text.slice(1)
    }
  }
  const destination = target ?? operands.pop()
  if (destination === undefined || operands.length === 0) return 'needs a source and a destination'
  if (!isDecided(destination)) {
    return `\`${destination.source}\` cannot be decided as a destination; write the path itself`
  }
  if (doubtful !== undefined) {
    return `\`${doubtful.source}\` could become an option; begin it with ./, or put -- before it`
  }
  const splitting = operands.find((operand) => operand.splits)
  if (splitting !== undefined) return severalWords(splitting)
  return { destination, sources: operands, flags: { short, long } }
}

function literal(text: string): Argument {
  return { source: text, texts: [text], prefix: text, splits: false }
}

function leadsToProtected(text: string, { state, policy }: Call): boolean {
  if (anyMark.test(text)) return mayBeProtected(text, anyMark)
  return state.directories.some((directory) => {
    const reached = physicalPath(directory, text, policy.files)
    return isProtectedPath(text) || (reached !== undefined && isProtectedPath(reached))
  })
}
