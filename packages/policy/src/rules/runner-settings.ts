import type { Call } from './rule.ts'

/**
 * Settings of package managers that name a program to start: `npm test --script-shell=./evil`,
 * `npm config set git ./evil`, `yarn config set yarnPath ./evil.js`. What follows `--` belongs to the
 * script; yarn and pnpm hand on what follows the name of a script too, so of theirs only the shell counts.
 */
export function objectionToSettings(call: Call): string | undefined {
  const option = startingOptions[call.name]
  if (option === undefined) return undefined
  const end = call.arguments.findIndex((word) => word.prefix === '--')
  const words = end === -1 ? call.arguments : call.arguments.slice(0, end)
  const found = words.find((word) => option.test(word.prefix))
  if (found !== undefined) return `"${found.source}" names a program to start; leave it out`
  const texts = words.map((word) => word.prefix).filter((text) => !text.startsWith('-'))
  if (!/^(c|conf\w*|set)$/.test(texts[0] ?? '')) return undefined
  const changes = texts[0] === 'set' || /^(set|edit|delete)$/.test(texts[1] ?? '')
  const key = texts.find((text) => text === 'edit' || startingKeys.test(text))
  return changes && key !== undefined ? `${key}: this setting names a program to start` : undefined
}

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
