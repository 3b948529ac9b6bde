import type { Call } from '../rule.ts'

/**
 * Settings of package managers that name a program to start: `npm test --script-shell=./evil`,
 * `npm config set git ./evil`, `yarn config set yarnPath ./evil.js`. What follows `--` belongs to the
 * script; yarn and pnpm hand on what follows the name of a script too, so of theirs only the shell counts.
 */
export function objectionToSettings(call: Call): string | undefined {
  const option = startingOptions[call.name]
  if (option === undefined) return undefined
  const operands: string[] = []
  for (const { prefix, source } of call.arguments) {
    if (prefix === '--') break
    if (!prefix.startsWith('-')) operands.push(prefix)
    else if (option.test(prefix)) return `\`${source}\` names a program to start; leave it out`
  }
  const [verb = '', action = ''] = operands
  const changes = verb === 'set' || (configuring.test(verb) && changing.test(action))
  if (!changes) return undefined
  const key = operands.find((text) => text === 'edit' || startingKeys.test(text))
  return key && `${key}: this setting names a program to start`
}

const configuring = /^(c|conf\w*)$/
const changing = /^(set|edit|delete)$/

const ofNpm =
  /^--(script-shell|shell|git|editor|viewer|browser|node-options|userconfig|globalconfig|init-module|python|node-gyp)(=|$)/
const ofOthers = /^--(config\.)?(script-shell|use-yarnrc|yarn-path)(=|$)/

const startingOptions: Readonly<Record<string, RegExp>> = {
  npm: ofNpm,
  npx: /^--(script-shell|userconfig|globalconfig|node-options)(=|$)/,
  pnpm: ofOthers,
  yarn: ofOthers,
}

const startingKeys =
  /^(script-?shell|shell|git|editor|viewer|browser|node-options|userconfig|globalconfig|prefix|init[.-]module|python|node-gyp|yarn-?path|plugins)(=|$)/i
