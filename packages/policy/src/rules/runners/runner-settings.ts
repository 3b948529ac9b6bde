import type { Call } from '../rule.ts'
import { npmName, ownWords } from './runner-options.ts'

/**
 * Settings of package managers that name a program to start: `npm test --script-shell=./evil`,
 * `npm config set git ./evil`, `yarn config set yarnPath ./evil.js`. What follows `--` belongs to the
 * script. The others hand on what follows the name of a script or a tool too, so there only full names
 * count, and before it abbreviations as well.
 */
export function objectionToSettings(call: Call): string | undefined {
  const options = startingOptions[call.name]
  if (options === undefined) return undefined
  const own =
    call.name === 'npm' ? call.arguments.length : ownWords(call.name, call.arguments).length
  const operands: string[] = []
  for (const [index, { prefix, source }] of call.arguments.entries()) {
    if (prefix === '--') break
    if (!prefix.startsWith('-')) operands.push(prefix)
    else {
      const name = npmName(prefix).replace(/^config\./, '')
      const named = options.includes(name) || (index < own && abbreviates(name, options))
      if (named) return `\`${source}\` names a program to start; leave it out`
    }
  }
  if (!changesSettings(operands)) return undefined
  const key = operands.find((text) => text === 'edit' || startingKeys.test(text))
  return key && `${key}: this setting names a program to start`
}

/** Values of options may stand among the operands: `npm config --location project set git ./evil`. */
function changesSettings(operands: readonly string[]): boolean {
  const configures = operands.findIndex((text) => configuring.test(text))
  if (configures !== -1)
    return operands.some((text, index) => index > configures && changing.test(text))
  return operands.includes('set') && operands[0] !== 'pkg'
}

const configuring = /^(c|conf\w*)$/
const changing = /^(set|edit|delete)$/

/** npm takes the beginning of a name for the name, where no other begins like it. */
function abbreviates(name: string, options: readonly string[]): boolean {
  return (
    name.length > 2 && !ofSeveral.has(name) && options.some((option) => option.startsWith(name))
  )
}

const ofSeveral = new Set(['global', 'user', 'use', 'init', 'node'])

const ofNpm = [
  ...'script-shell shell git editor viewer browser node-options userconfig'.split(' '),
  ...'globalconfig init-module init.module python node-gyp'.split(' '),
]
const ofOthers = ['script-shell', 'use-yarnrc', 'yarn-path']

const startingOptions: Readonly<Record<string, readonly string[]>> = {
  npm: ofNpm,
  npx: ['script-shell', 'userconfig', 'globalconfig', 'node-options'],
  pnpm: ofOthers,
  yarn: ofOthers,
}

const startingKeys =
  /^(script-?shell|shell|git|editor|viewer|browser|node-options|userconfig|globalconfig|prefix|init[.-]module|python|node-gyp|yarn-?path|plugins)(=|$)/i
