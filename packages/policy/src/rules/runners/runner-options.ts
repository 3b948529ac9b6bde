import { type Argument, onlyText } from '../../bash/argument.ts'
import type { Started } from './started-by-tool.ts'

/** A word where a command may begin, and all after it. */
interface Beginning {
  readonly words: readonly Argument[]
  readonly certain: boolean
}

export const runnerNames = [
  ...'npx npm yarn pnpm bun bunx'.split(' '),
  ...'uv poetry pdm hatch pipx conda tox'.split(' '),
  ...'bundle bundler'.split(' '),
]

export function isOption(word: Argument | undefined): boolean {
  return word?.prefix.startsWith('-') ?? false
}

/** Whether the word after this one may be its value: it is an option, and not known to have none. */
export function mayTakeValue(runner: string, word: Argument | undefined): boolean {
  if (word === undefined || !isOption(word)) return false
  const { prefix } = word
  if (prefix === '--' || prefix.includes('=') || flags.has(prefix)) return false
  return !(runner === 'pnpm' && prefix === '-w')
}

/**
 * Where the command of a runner may begin: at its first operand, and, as long as an option before may
 * have taken that as its value, at the next one. What follows `--` is sure.
 */
export function beginnings(runner: string, words: readonly Argument[]): readonly Beginning[] {
  const found: Beginning[] = []
  for (let index = 0; index < words.length; index++) {
    const word = words[index]
    if (word?.prefix === '--') {
      found.push({ words: words.slice(index + 1), certain: true })
      break
    }
    if (isOption(word)) {
      if (takesValue(runner, word?.prefix ?? '')) index++
      continue
    }
    found.push({ words: words.slice(index), certain: found.length === 0 })
    if (!mayTakeValue(runner, words[index - 1])) break
  }
  return found.filter((each) => each.words.length > 0)
}

export function afterOptions(runner: string, words: readonly Argument[]): readonly Argument[] {
  return beginnings(runner, words)[0]?.words ?? []
}

/** The words that a runner reads itself: those before an operand that cannot be the value of an option. */
export function ownWords(runner: string, words: readonly Argument[]): readonly Argument[] {
  const end = words.findIndex(
    (word, index) =>
      word.prefix === '--' || (!isOption(word) && !mayTakeValue(runner, words[index - 1])),
  )
  return end === -1 ? words : words.slice(0, end)
}

/** The text that `npx -c`, `npm exec --call` and the like hand to a shell. */
export function scriptIn(runner: string, words: readonly Argument[]): Started | undefined {
  const loosely = runner === 'npm' || runner === 'npx'
  for (const [index, word] of words.entries()) {
    const text = onlyText(word) ?? word.prefix
    if (!text.startsWith('-')) continue
    const [option = text] = text.split('=', 1)
    if (option === '-c' || option === '--call' || (loosely && isCall(option))) {
      const own = text === option ? words[index + 1] : word
      return { kind: 'script', text: onlyText(own)?.slice(text === option ? 0 : option.length + 1) }
    }
    if (text.startsWith('-c')) return { kind: 'script', text: onlyText(word)?.slice(2) }
  }
  return undefined
}

/**
 * npm reads options loosely: any number of dashes, names cut short, short options joined. `-yc`,
 * `---call` and `--cal` are all `--call`.
 */
function isCall(option: string): boolean {
  const name = npmName(option)
  const joined = /^[?aBcCdDEfFghHilLmnNoOpPqsSvwy]+$/.test(name) && name.includes('c')
  return name === 'call' || name === 'cal' || joined
}

export function npmName(option: string): string {
  return /^-+([^=]*)/.exec(option)?.[1] ?? ''
}

function takesValue(runner: string, option: string): boolean {
  return valued.has(option) || (shortValued[runner]?.split(' ').includes(option) ?? false)
}

/** Long options of these runners whose value is a word of its own. */
const valued = new Set([
  ...'--package --workspace --prefix --dir --filter --cwd --with --python'.split(' '),
  ...'--project --directory --extra --group --name --from --spec'.split(' '),
  ...'--index-url --registry --cache'.split(' '),
])

/** The short ones, which mean something else to each: `-n` names conda's environment and is a flag of uv. */
const shortValued: Readonly<Record<string, string>> = {
  npx: '-p -w',
  npm: '-w',
  yarn: '-p',
  pnpm: '-C -F',
  bunx: '-p',
  uv: '-p -w',
  poetry: '-C -P',
  pdm: '-p',
  hatch: '-e -p',
  conda: '-n -p',
}

/** Options of these runners that never have a value. */
const flags = new Set([
  ...'-y --yes --no --no-install -q --quiet -s --silent --verbose --offline'.split(' '),
  ...'--prefer-offline -r --recursive --workspace-root -W -D -b --bun'.split(' '),
  ...'--frozen --locked --no-sync --dev --no-dev --isolated --no-project --all-extras'.split(' '),
])
