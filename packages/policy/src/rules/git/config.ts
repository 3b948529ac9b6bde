import { onlyText } from '../../bash/argument.ts'
import type { Call } from '../rule.ts'

/**
 * Reading any setting, and writing the two that only say who somebody is, in this repository: nearly
 * every other key can name a program.
 */
export function objectionToConfig({ arguments: words }: Call): string | undefined {
  const texts = words.map(onlyText)
  const undecided = texts.findIndex(
    (text, index) => text === undefined && (words[index]?.prefix ?? '') === '',
  )
  const names = texts.filter((text): text is string => text !== undefined)
  const options = names.filter((text) => text.startsWith('-'))
  const known = options.every(
    (option) => readOptions.has(option) || scopes.has(option) || option === '--unset',
  )
  if (!known) return `config: ${options.find((option) => !readOptions.has(option))} is not allowed`
  const operands = words.filter((word) => !onlyText(word)?.startsWith('-'))
  const [first, ...values] = operands.map(onlyText)
  const reads =
    options.some((option) => readActions.has(option)) ||
    first === 'get' ||
    first === 'list' ||
    (values.length === 0 && operands.length === 1 && first !== undefined && first !== 'edit')
  if (reads && !options.includes('--unset')) {
    return undecided === -1 ? undefined : 'config: write the key itself'
  }
  const outside = options.some((option) => scopes.has(option) && option !== '--local')
  if (outside) return 'config: only this repository may be configured'
  const key = first === 'set' || first === 'unset' ? values[0] : first
  return key !== undefined && /^user\.(name|email)$/i.test(key)
    ? undefined
    : 'config: only user.name and user.email may be set; reading is free'
}

/** Only these say that git reads: with `--show-scope` it still sets what follows. */
const readActions = new Set('--get --get-all --get-regexp --get-urlmatch --list -l'.split(' '))

const readOptions = new Set([
  ...readActions,
  ...'--show-origin --show-scope --name-only --null -z'.split(' '),
])

const scopes = new Set(['--local', '--global', '--system', '--worktree'])
