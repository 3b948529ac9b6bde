import { type Argument, onlyText } from '../../bash/argument.ts'
import { objectionToTool } from '../arguments.ts'
import type { Call, Rule } from '../rule.ts'
import { systemPrograms } from '../system-programs.ts'
import {
  afterOptions,
  beginnings,
  isOption,
  mayTakeValue,
  ownWords,
  runnerNames,
  scriptIn,
} from './runner-options.ts'
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
  commands: runnerNames,
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
    'npx -y prettier -c "src/**/*.ts"',
    'npx -p typescript -c "tsc --noEmit"',
    'yarn --silent cross-env CI=1 jest',
    'yarn workspace web add -D dotenv rename',
    'pnpm -w add -D dotenv rename',
    'pnpm --filter web add -D concurrently',
    'pnpm --filter web run watch',
    'bun --bun vite build',
    'npm install --global typescript',
    'npm version patch --git-tag-version=false',
    'npm pkg set browser=dist/a.js',
    'npm config --location project set save-exact true',
    'npx tool --script build',
    'conda run -n test python a.py',
    'npm exec -w web tsc',
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
    'npx --foo b --bar d rm x',
    'npx --foo b --c d rm x',
    'npx -n rm x',
    'uv run -n rm x',
    'bun run -i rm x',
    'pnpm exec -w rm x',
    'npm exec -w a rm x',
    'npx --a b -- rm x',
    'npx -yc "touch m"',
    'npm exec -yc "touch m"',
    'npx -p a -c "rm x"',
    'npx ---call "rm x"',
    'npm exec --cal="rm x"',
    'npm -c "rm x" exec',
    'npm test -script-shell=./evil',
    'npm test ---script-shell=./evil',
    'npm test --script-shel=./evil',
    'npx --scr ./evil tsc',
    'pnpm -script-shell=./evil test',
    'npm config --location project set script-shell ./evil',
    'npm --json config --location project edit',
    'npm --location project set script-shell ./evil',
    'yarn --silent cross-env A=1 rm x',
    'yarn workspace web cross-env A=1 rm x',
    'yarn workspace add cross-env A=1 rm x',
    'pnpm -s tee x',
    'pnpm --filter web tee x',
    'pnpm -r concurrently "rm x"',
    'bun --bun cross-env A=1 rm x',
    'bun -b nodemon --exec "rm x"',
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
  const named = first === 'run' ? afterOptions(runner, words.slice(1)) : words
  const starts =
    startingTools.has(onlyText(named[0]) ?? '') ||
    (runner === 'pnpm' && systemPrograms.has(first) && !ownVerbs.has(first))
  return starts ? [{ kind: 'words', words: named, certain: true }] : []
}

/** After these stand names of packages. */
const managingVerbs = new Set(
  'add install i remove rm up upgrade update why link unlink'.split(' '),
)

const ownVerbs = new Set('rm ln link unlink install init env patch exec write'.split(' '))

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
    started.push(...startedByName(call.name, words.slice(index)))
    const before = words[index - 1]
    const inside = outerVerbs[call.name]?.includes(onlyText(before) ?? '') ?? false
    if (mayTakeValue(call.name, before) || inside) continue
    if (!outer || managingVerbs.has(text ?? '')) break
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
  if (
    call.name === 'bun' &&
    verb === 'run' &&
    onlyText(afterOptions(call.name, rest)[0]) === undefined
  ) {
    return []
  }
  if (call.name === 'tox') {
    const at = rest.findIndex((word) => word.prefix === '--')
    return at === -1 ? [] : [{ kind: 'words', words: rest.slice(at + 1), certain: true }]
  }
  return programsIn(call, rest)
}

/** What stands where a program's name is expected. */
function programsIn(call: Call, words: readonly Argument[]): readonly Started[] {
  const script = scriptIn(
    call.name,
    call.name === 'npm' ? beforeDashes(call) : ownWords(call.name, words),
  )
  const places = beginnings(call.name, words)
  const before = words.length - (places[0]?.words.length ?? 0)
  const splitting = words.slice(0, before).find((word) => word.splits)
  if (splitting !== undefined) return [{ kind: 'words', words: [splitting], certain: true }]
  const module =
    call.name === 'uv' && words.some((word) => /^(-m|--module)$/.test(onlyText(word) ?? ''))
  if (module) return []
  const programs = places.map((place) => ({ kind: 'words', ...place }) as const)
  return script === undefined ? programs : [script, ...programs.filter((each) => !each.certain)]
}

/** npm takes its options from anywhere before `--`. */
function beforeDashes(call: Call): readonly Argument[] {
  const at = call.arguments.findIndex((word) => word.prefix === '--')
  return at === -1 ? call.arguments : call.arguments.slice(0, at)
}
