import type { TestRunner } from '../test-report.ts'
import { unwrap } from './wrappers.ts'

/** What a simple command is to a reader of test reports. */
export type CommandRole =
  | { readonly role: 'runner'; readonly runner: TestRunner }
  /** A script of package.json, whose command the package manager prints first. */
  | { readonly role: 'script' }
  /** Another program: whether it ran tests, only its output can tell. */
  | { readonly role: 'program' }
  /** Prints, moves files, evaluates a line of code: whatever it prints is no report. */
  | { readonly role: 'plain' }
  /** A shell line in an argument. */
  | { readonly role: 'shell'; readonly line: string }

export function roleOf(words: readonly string[]): CommandRole {
  const command = unwrap(words)
  const name = programName(command[0] ?? '')
  const rest = command.slice(1)
  if (name === '' || plainCommands.has(name)) return { role: 'plain' }
  if (shells.has(name)) return roleOfShell(rest)
  if (name === 'eval') return { role: 'shell', line: rest.join(' ') }
  if (interpreters.has(name)) return roleOfInterpreter(name, rest)
  if (packageManagers.has(name)) return roleOfPackageManager(name, rest)
  if (name === 'go') return rest[0] === 'test' ? runner('go') : program
  if (name === 'cargo') return roleOfCargo(rest)
  if (name === 'react-scripts') return rest[0] === 'test' ? runner('jest') : program
  const named = runnerPrograms.get(name)
  return named === undefined ? program : runner(named)
}

const program: CommandRole = { role: 'program' }

function runner(name: TestRunner): CommandRole {
  return { role: 'runner', runner: name }
}

const runnerPrograms: ReadonlyMap<string, TestRunner> = new Map([
  ['vitest', 'vitest'],
  ['jest', 'jest'],
  ['mocha', 'mocha'],
  ['_mocha', 'mocha'],
  ['pytest', 'pytest'],
  ['py.test', 'pytest'],
  ['tape', 'tap'],
])

const shells = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash'])
const interpreters = new Set(['node', 'tsx', 'ts-node', 'python', 'deno', 'perl', 'ruby', 'php'])
const packageManagers = new Set(['npm', 'pnpm', 'yarn', 'bun'])

const plainCommands = new Set(
  `echo printf cat bat tac head tail less more nl rev fold fmt column paste cut tr sort uniq wc tee yes seq
  grep egrep fgrep rg ag sed awk gawk jq yq strings od xxd hexdump base64 diff cmp
  true false : exit return test [ [[ expr let sleep wait kill trap read shift
  cd pushd popd pwd ls tree find stat file du df cp mv rm ln mkdir rmdir touch chmod chown mktemp
  basename dirname realpath readlink which type date whoami id uname hostname printenv
  export unset set local declare alias source-map git curl wget tar zip unzip gzip`.split(/\s+/),
)

/** `./node_modules/.bin/vitest`, `python3.11`, `jest@29` → vitest, python, jest. */
function programName(word: string): string {
  const base = word.slice(word.lastIndexOf('/') + 1)
  const name = base.replace(/(?<=.)@.*$/, '').replace(/\.(?:exe|cmd)$/, '')
  return /^(?:python|pypy)[\d.]*$/.test(name) ? 'python' : name === 'nodejs' ? 'node' : name
}

function roleOfShell(rest: readonly string[]): CommandRole {
  const flag = rest.findIndex((word) => /^-[a-z]*c$/.test(word))
  return flag === -1 ? program : { role: 'shell', line: rest[flag + 1] ?? '' }
}

function roleOfInterpreter(name: string, rest: readonly string[]): CommandRole {
  for (let index = 0; index < rest.length; index++) {
    const word = rest[index] ?? ''
    if (isInlineCode(name, word)) return { role: 'plain' }
    if (word === '--test' && (name === 'node' || name === 'tsx')) return runner('node')
    if (word === '-m' && name === 'python') return roleOfModule(rest.slice(index + 1))
    if (!word.startsWith('-')) return roleOfFile(word)
    if (valuedOptions.has(word)) index++
  }
  return program
}

const valuedOptions = new Set(['--import', '--require', '-r', '--loader', '-W', '-X', '--tsconfig'])

function isInlineCode(name: string, word: string): boolean {
  if (name === 'python') return word === '-c'
  if (name === 'deno') return word === 'eval'
  return /^(?:-e|-p|-pe|-r|--eval|--print)$/.test(word) && !(word === '-r' && name === 'node')
}

function roleOfModule([module, ...rest]: readonly string[]): CommandRole {
  if (module === 'pytest' || module === 'unittest') return runner(module)
  if (module === 'coverage') return roleOf(['coverage', ...rest])
  return program
}

/** `node node_modules/jest/bin/jest.js` is Jest. */
function roleOfFile(path: string): CommandRole {
  const match = /(?:^|\/)node_modules\/(?:\.bin\/)?(vitest|jest|mocha|tape)(?:\/|$)/.exec(path)
  const named = runnerPrograms.get(match?.[1] ?? '')
  return named === undefined ? program : runner(named)
}

/** The words after a package manager's own options. */
function roleOfPackageManager(name: string, words: readonly string[]): CommandRole {
  const [verb = '', ...rest] = words
  if (name === 'bun' && /^(?:-e|-p|--eval|--print)$/.test(verb)) return { role: 'plain' }
  if (name === 'bun' && verb === 'test') return runner('bun')
  const target =
    verb === 'run' && name !== 'npm' ? (rest.find((word) => word[0] !== '-') ?? '') : verb
  const named = runnerPrograms.get(target)
  return named === undefined ? { role: 'script' } : runner(named)
}

function roleOfCargo(rest: readonly string[]): CommandRole {
  const verb = rest.find((word) => !word.startsWith('+') && !word.startsWith('-'))
  return verb === 'test' || verb === 't' ? runner('cargo') : program
}
