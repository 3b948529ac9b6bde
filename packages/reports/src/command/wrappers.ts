/** The command that wrappers such as `env`, `timeout` or `npx` start in the end. */
export function unwrap(words: readonly string[]): readonly string[] {
  let rest = words
  for (let depth = 0; depth < 10; depth++) {
    rest = dropWhile(rest, (word) => assignment.test(word) || keywords.has(word))
    const inner = unwrapOnce(rest)
    if (inner === undefined) return rest
    rest = inner
  }
  return rest
}

interface Wrapper {
  /** The verbs that make it a wrapper: `uv run`, `npm exec`. Without verbs it always is one. */
  readonly verbs?: readonly string[]
  /** Options that take the next word. */
  readonly valued?: readonly string[]
  /** How many operands stand before the command: the duration of `timeout`. */
  readonly operands?: number
}

const assignment = /^[A-Za-z_]\w*\+?=/
const keywords = new Set([
  'if',
  'then',
  'else',
  'elif',
  'do',
  'while',
  'until',
  '!',
  '{',
  'time',
  'exec',
  'command',
  'builtin',
  'nohup',
  'setsid',
])

const places = ['-C', '--dir', '--prefix', '--cwd', '--filter', '-F', '-w', '--workspace']

const wrappers: Readonly<Record<string, Wrapper>> = {
  env: { valued: ['-u', '-C', '--unset', '--chdir'] },
  'cross-env': {},
  dotenv: { valued: ['-e', '-v', '-c'] },
  timeout: { valued: ['-k', '-s', '--kill-after', '--signal'], operands: 1 },
  nice: { valued: ['-n'] },
  ionice: { valued: ['-c', '-n'] },
  stdbuf: { valued: ['-i', '-o', '-e'] },
  sudo: { valued: ['-u', '-g'] },
  xargs: { valued: ['-n', '-P', '-I', '-L', '-d'] },
  'xvfb-run': { valued: ['-s', '-n', '-f', '-e'] },
  c8: { valued: ['-r', '--reporter'] },
  nyc: { valued: ['-r', '--reporter'] },
  npx: { valued: ['-p', '--package', '-c'] },
  bunx: { valued: ['-p', '--package'] },
  uvx: { valued: ['--with', '--from', '-p', '--python'] },
  npm: { verbs: ['exec', 'x'], valued: ['-p', '--package', '-c', ...places] },
  pnpm: { verbs: ['exec', 'dlx'], valued: ['--package', ...places] },
  yarn: { verbs: ['exec', 'dlx'], valued: ['-p', '--package', ...places] },
  bun: { verbs: ['x'], valued: ['-p', '--package', ...places] },
  uv: {
    verbs: ['run'],
    valued: ['--with', '--extra', '--group', '-p', '--python', '--project', '--directory'],
  },
  poetry: { verbs: ['run'], valued: ['-C', '--directory', '-P'] },
  pipenv: { verbs: ['run'] },
  pdm: { verbs: ['run'], valued: ['-p'] },
  rye: { verbs: ['run'] },
  hatch: { verbs: ['run'], valued: ['-e'] },
  conda: { verbs: ['run'], valued: ['-n', '-p'] },
  mise: { verbs: ['exec', 'x'] },
}

/** Undefined when the words are no wrapper, or a wrapper without a command. */
function unwrapOnce(words: readonly string[]): readonly string[] | undefined {
  const name = words[0]?.slice(words[0].lastIndexOf('/') + 1) ?? ''
  if (name === 'coverage') return unwrapCoverage(words.slice(1))
  const wrapper = Object.hasOwn(wrappers, name) ? wrappers[name] : undefined
  if (wrapper === undefined) return undefined
  const afterOptions = dropOptions(words.slice(1), wrapper)
  if (wrapper.verbs === undefined) return nonEmpty(afterOptions.slice(wrapper.operands ?? 0))
  const verb = afterOptions[0] ?? ''
  if (!wrapper.verbs.includes(verb)) {
    const isManager = ['npm', 'pnpm', 'yarn', 'bun'].includes(name)
    const shorter = isManager && afterOptions.length < words.length - 1
    return shorter ? [name, ...afterOptions] : undefined
  }
  return nonEmpty(dropOptions(afterOptions.slice(1), wrapper))
}

/** `coverage run -m pytest` runs a module, as python would. */
function unwrapCoverage(words: readonly string[]): readonly string[] | undefined {
  const module = words.indexOf('-m')
  return words[0] === 'run' && module > 0 ? ['python', ...words.slice(module)] : undefined
}

function dropOptions(words: readonly string[], { valued = [] }: Wrapper): readonly string[] {
  let index = 0
  while (index < words.length) {
    const word = words[index] ?? ''
    if (word === '--') return words.slice(index + 1)
    if (evaluations.has(word)) break
    if (!word.startsWith('-') && !assignment.test(word)) break
    index += valued.includes(word) ? 2 : 1
  }
  return words.slice(index)
}

/** Options of `bun` that make it evaluate code: they decide what the command is. */
const evaluations = new Set(['-e', '--eval', '--print'])

function dropWhile(words: readonly string[], test: (word: string) => boolean): readonly string[] {
  const index = words.findIndex((word) => !test(word))
  return index === -1 ? [] : words.slice(index)
}

function nonEmpty(words: readonly string[]): readonly string[] | undefined {
  return words.length > 0 ? words : undefined
}
