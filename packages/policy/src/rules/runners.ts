import { type Argument, onlyText } from '../bash/argument.ts'
import { objectionToTool } from './arguments.ts'
import type { Call, Rule } from './rule.ts'
import { systemPrograms } from './system-programs.ts'

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
    'uv',
    'poetry',
    'pdm',
    'hatch',
    'pipx',
    'conda',
    'bundle',
    'bundler',
  ],
  check(call) {
    const mention = objectionToTool(call)
    if (mention !== undefined) return mention
    const inner = startedBy(call)
    return inner === undefined ? undefined : objectionToStarted(call, inner)
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
    'npx --no-install eslint .',
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
    'npm --prefix a exec rm',
    'npx ./evil.sh',
    'npm exec --call "$X"',
  ],
}

/** For each runner the subcommands after which a program's name stands; none: it stands at once. */
const startingVerbs: Readonly<Record<string, readonly string[]>> = {
  npx: [],
  npm: ['exec', 'x'],
  yarn: ['exec', 'dlx'],
  pnpm: ['exec', 'dlx'],
  bun: ['x'],
  uv: ['run', 'tool'],
  poetry: ['run'],
  pdm: ['run'],
  hatch: ['run'],
  pipx: ['run'],
  conda: ['run'],
  bundle: ['exec'],
  bundler: ['exec'],
}

/** Options of these runners whose value is a word of its own. */
const valued = new Set([
  '-p',
  '--package',
  '-w',
  '--workspace',
  '--prefix',
  '-C',
  '--dir',
  '--filter',
  '-F',
  '--cwd',
  '--with',
  '--python',
  '--project',
  '--directory',
  '--extra',
  '--group',
  '-n',
  '--name',
  '--env',
  '--from',
  '--spec',
  '-e',
  '--index-url',
  '-i',
  '--registry',
  '--cache',
])

type Started =
  | { readonly kind: 'words'; readonly words: readonly Argument[] }
  | { readonly kind: 'script'; readonly text: string | undefined }

function startedBy(call: Call): Started | undefined {
  const verbs = startingVerbs[call.name] ?? []
  let words = call.arguments
  if (verbs.length > 0) {
    words = afterOptions(words)
    const verb = onlyText(words[0])
    if (verb === undefined || !verbs.includes(verb)) return undefined
    words = words.slice(1)
    if (verb === 'tool') {
      if (onlyText(words[0]) !== 'run') return undefined
      words = words.slice(1)
    }
  }
  const script = scriptIn(words)
  if (script !== undefined) return script
  const rest = afterOptions(words)
  const module =
    call.name === 'uv' && words.some((word) => /^(-m|--module)$/.test(onlyText(word) ?? ''))
  return rest.length === 0 || module ? undefined : { kind: 'words', words: rest }
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

function objectionToStarted(call: Call, started: Started): string | undefined {
  if (started.kind === 'script') {
    return started.text === undefined
      ? 'the text for the shell cannot be decided; write the command itself'
      : call.runScript(started.text)
  }
  const [program] = started.words
  const name = onlyText(program)
  if (name === undefined) return `"${program?.source}" cannot be decided; write the name itself`
  const bare = name.replace(/(?<=.)@[^/]*$/, '')
  if (bare.startsWith('@')) return undefined
  if (bare.includes('/')) {
    return /\.(py|rb)$/.test(bare) && !bare.startsWith('/') ? undefined : call.start(started.words)
  }
  const { policy } = call
  if (systemPrograms.has(bare) && !policy.addedCommands.has(bare)) {
    return `${bare} is not an allowed command, also not through ${call.name}`
  }
  const listed = policy.commands.has(bare) || policy.addedCommands.has(bare)
  return listed && bare === name ? call.start(started.words) : undefined
}
