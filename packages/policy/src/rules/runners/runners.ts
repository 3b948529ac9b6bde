import { type Argument, onlyText } from '../../bash/argument.ts'
import { objectionToTool } from '../arguments.ts'
import type { Call, Rule } from '../rule.ts'
import { systemPrograms } from '../system-programs.ts'
import { objectionToSettings } from './runner-settings.ts'
import { objectionToAll } from './started.ts'
import type { Started } from './started-by-tool.ts'
import { startingTools } from './starting-tools.ts'

/**
 * Package managers that start programs by name: `npx x`, `uv run x`, `bundle exec x`. The project's
 * own tools are what they are for, and those run any code; but they find `rm` on PATH as well. So
 * what they start is judged like a command of its own where the policy knows it, and refused where
 * it is a program of the system. Text for a shell (`npx -c`, `npm exec --call`) is judged as a script.
 */
export const runners: Rule = {
  commands: [
    'npx',
    'npm',
    'yarn',
    'pnpm',
    'bun',
    'bunx',
    'uv',
    'poetry',
    'pdm',
    'hatch',
    'pipx',
    'conda',
    'bundle',
    'bundler',
    'tox',
  ],
  check(call) {
    return (
      objectionToTool(call) ?? objectionToSettings(call) ?? objectionToAll(call, startedBy(call))
    )
  },
  match: [
    'npx prettier --write "src/**/*.ts"',
    'npx create-vite app',
    'npm run build',
    'npm test -- -t "a & b"',
    'npm exec tsc',
    'uv run pytest -q',
    'uv run python -m x',
    'poetry run alembic upgrade head',
    'bundle exec rspec',
    'pnpm exec vitest',
    'npx -y tsx src/a.ts',
    'yarn build',
    'bun run dev',
    'bun test',
    'uv run scripts/x.py',
    'npm pkg set scripts.a="tsc && vite build"',
    'npx @scope/tool --help',
    'npx tsx@4 a.ts',
    'npm install',
    'npx -p typescript tsc',
    'bun x tsc',
    'bunx tsc --noEmit',
    'bunx --bun vite build',
    'npx --no-install eslint .',
    'pnpm -w add -D typescript',
    'pnpm rm lodash',
    'pnpm -r exec tsc',
    'yarn workspace web build',
    'hatch run lint:all',
    'tox -e py311 -- -k x',
    'bun exec "npm test"',
    'bun install',
    'npm run "$SCRIPT"',
    'pnpm run watch',
    'npx -c "tsx a.ts"',
    'npm config get registry',
    'uv run -m pytest',
  ],
  notMatch: [
    'npx rm -rf x',
    'npx -c "rm x"',
    'npm exec -- rm x',
    'npm x rm',
    'npm exec -c "rm x"',
    'uv run rm x',
    'uv run bash -c ls',
    'poetry run rm x',
    'bundle exec sh',
    'pnpm exec rm x',
    'yarn exec rm x',
    'npx -p a rm x',
    'conda run -n a rm x',
    'npx $X',
    'uv run git -c alias.x=!sh x',
    'npx prettier --write .autonoe/a.json',
    'npx --call="rm x"',
    'bun x rm',
    'bunx rm x',
    'bunx --bun rm x',
    'bunx --package a rm x',
    'npm --prefix a exec rm',
    'npx ./evil.sh',
    'npm exec --call "$X"',
    'npm exe -- rm x',
    'npm explore a -- rm x',
    'npm "$X" rm x',
    'for v in run exec; do npm "$v" rm x; done',
    'npm test --script-shell=./evil',
    'npm config set script-shell ./evil',
    'npm config edit',
    'npm install --git=./evil',
    'pnpm -w exec rm x',
    'pnpm tee x',
    'pnpm -c exec "rm x"',
    'pnpm --script-shell=./evil test',
    'yarn workspace a exec rm x',
    'yarn workspaces foreach -A exec rm x',
    'yarn config set yarnPath ./evil.js',
    'uv --color always run rm x',
    'uv run --env-file .env rm x',
    'npx --loglevel silent rm x',
    'hatch run default:rm x',
    'hatch env run -- rm x',
    'bundle e rm x',
    'tox exec -e py -- rm x',
    'bun exec "rm x"',
    'bun run touch x',
    'X="a rm"; npx -p $X vitest',
    'X="a rm"; uv run --with $X pytest',
  ],
}

/** For each runner the subcommands after which a program's name stands; none: it stands at once. */
const startingVerbs: Readonly<Record<string, readonly string[]>> = {
  npx: [],
  bunx: [],
  npm: ['exec', 'exe', 'x'],
  yarn: ['exec', 'dlx'],
  pnpm: ['exec', 'dlx'],
  bun: ['x', 'exec', 'run'],
  uv: ['run', 'tool'],
  poetry: ['run'],
  pdm: ['run'],
  hatch: ['run'],
  pipx: ['run'],
  conda: ['run'],
  bundle: ['exec', 'exe', 'ex', 'e'],
  bundler: ['exec', 'exe', 'ex', 'e'],
  tox: ['exec', 'e'],
}

/** Subcommands that stand before another one: `yarn workspace name exec`, `hatch env run`. */
const outerVerbs: Readonly<Record<string, readonly string[]>> = {
  yarn: ['workspace', 'workspaces'],
  hatch: ['env'],
}

/**
 * yarn, pnpm and bun start the project's tools by name, with `run` or without. Without, pnpm also
 * starts what it finds on PATH, when the word is no subcommand of its own.
 */
function startedByName(runner: string, words: readonly Argument[]): readonly Started[] {
  if (runner !== 'yarn' && runner !== 'pnpm' && runner !== 'bun') return []
  const [first = ''] = words.map(onlyText)
  const named = first === 'run' ? afterOptions(words.slice(1)) : words
  const starts =
    startingTools.has(onlyText(named[0]) ?? '') ||
    (runner === 'pnpm' && systemPrograms.has(first) && !ownVerbs.has(first))
  return starts ? [{ kind: 'words', words: named, certain: true }] : []
}

const ownVerbs = new Set('rm ln link unlink install init env patch exec write'.split(' '))

/** Options of these runners whose value is a word of its own. */
const valued = new Set([
  ...'-p --package -w --workspace --prefix -C --dir --filter -F --cwd --with --python'.split(' '),
  ...'--project --directory --extra --group -n --name --env --from --spec -e'.split(' '),
  ...'--index-url -i --registry --cache'.split(' '),
])

function startedBy(call: Call): readonly Started[] | string {
  const verbs = startingVerbs[call.name] ?? []
  if (verbs.length === 0) return programsIn(call, call.arguments)
  const started: Started[] = []
  const words = call.arguments
  let outer = false
  for (const [index, word] of words.entries()) {
    const text = onlyText(word)
    if ((text ?? word.prefix).startsWith('-')) continue
    if (text === undefined && !outer) {
      return `\`${word.source}\` cannot be decided; write the subcommand itself: ${call.name} run "$name"`
    }
    if (call.name === 'npm' && text?.startsWith('explo')) {
      return 'explore hands text to a shell; write cd node_modules/name && …'
    }
    if (text !== undefined && verbs.includes(text)) {
      const rest = words.slice(index + (text === 'tool' ? 2 : 1))
      if (text !== 'tool' || onlyText(words[index + 1]) === 'run') {
        started.push(...startedAfter(call, text, words.slice(0, index), rest))
      }
    }
    outer ||= text !== undefined && (outerVerbs[call.name]?.includes(text) ?? false)
    if (outer || (index > 0 && isOption(words[index - 1]))) continue
    started.push(...startedByName(call.name, words.slice(index)))
    break
  }
  return started
}

function startedAfter(
  call: Call,
  verb: string,
  before: readonly Argument[],
  rest: readonly Argument[],
): readonly Started[] {
  const shellMode = [...before, ...rest].some((word) => /^(-c|--shell-mode)$/.test(word.prefix))
  if ((call.name === 'bun' && verb === 'exec') || (call.name === 'pnpm' && shellMode)) {
    const texts = rest.filter((word) => !isOption(word)).map(onlyText)
    return [{ kind: 'script', text: texts.includes(undefined) ? undefined : texts.join(' ') }]
  }
  // A script of the project may have any name, known or not.
  if (call.name === 'bun' && verb === 'run' && onlyText(afterOptions(rest)[0]) === undefined) {
    return []
  }
  if (call.name === 'tox') {
    const at = rest.findIndex((word) => word.prefix === '--')
    return at === -1 ? [] : [{ kind: 'words', words: rest.slice(at + 1), certain: true }]
  }
  return programsIn(call, rest)
}

/** What stands where a program's name is expected; after an unknown option that may be the next word. */
function programsIn(call: Call, words: readonly Argument[]): readonly Started[] {
  const script = scriptIn(words)
  if (script !== undefined) return [script]
  const rest = afterOptions(words)
  const splitting = words.slice(0, words.length - rest.length).find((word) => word.splits)
  if (splitting !== undefined) return [{ kind: 'words', words: [splitting], certain: true }]
  const module =
    call.name === 'uv' && words.some((word) => /^(-m|--module)$/.test(onlyText(word) ?? ''))
  if (rest.length === 0 || module) return []
  const [first] = rest
  const before = words[words.length - rest.length - 1]
  const mayBeValue = before !== undefined && before.prefix !== '--' && isOption(before)
  const next = afterOptions(rest.slice(1))
  return [
    { kind: 'words', words: first === undefined ? [] : rest, certain: true },
    ...(mayBeValue && next.length > 0
      ? [{ kind: 'words', words: next, certain: false } as const]
      : []),
  ]
}

function isOption(word: Argument | undefined): boolean {
  return word?.prefix.startsWith('-') ?? false
}

function scriptIn(words: readonly Argument[]): Started | undefined {
  for (const [index, word] of words.entries()) {
    const text = onlyText(word) ?? word.prefix
    if (!text.startsWith('-') || text === '--') break
    if (text === '-c' || text === '--call')
      return { kind: 'script', text: onlyText(words[index + 1]) }
    if (/^(-c|--call=)/.test(text)) {
      const own = onlyText(word)
      return { kind: 'script', text: own?.replace(/^(-c|--call=)/, '') }
    }
  }
  return undefined
}

function afterOptions(words: readonly Argument[]): readonly Argument[] {
  let index = 0
  while (index < words.length) {
    const text = onlyText(words[index]) ?? words[index]?.prefix ?? ''
    if (!text.startsWith('-')) break
    index += valued.has(text) ? 2 : 1
    if (text === '--') break
  }
  return words.slice(index)
}
