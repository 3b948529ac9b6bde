import { basename } from 'node:path'
import { AgencyError, ClaudeInvocationError, type InvocationFailure } from '@agency/core'
import { commands } from '../commands.ts'
import { version } from '../version.ts'
import type { Command, Context } from './command.ts'
import { commandHelp, overview } from './help.ts'
import { createTerminal, paint } from './terminal.ts'
import { UsageError } from './usage-error.ts'

/** Reads the process's own arguments and runs the command they name. */
export async function main(): Promise<number> {
  const context = createContext()
  try {
    return await dispatch(process.argv.slice(2), context)
  } catch (error) {
    return report(error, context)
  }
}

async function dispatch(words: readonly string[], context: Context): Promise<number> {
  const command = findCommand(words)
  if (command === undefined) return withoutCommand(words, context)
  const own = words.slice(command.name.split(' ').length)
  const end = own.indexOf('--')
  const flags = end === -1 ? own : own.slice(0, end)
  if (flags.includes('--help') || flags.includes('-h')) {
    context.stdout.write(commandHelp(context.program, command, context.stdout))
    return 0
  }
  if (flags.includes('--version') || flags.includes('-v')) {
    context.stdout.write(`${version}\n`)
    return 0
  }
  const { parseArguments } = await import('./parse-arguments.ts')
  const invocation = parseArguments(command, own)
  const { run } = await command.load()
  return run(invocation, context)
}

/** The command whose words the line begins with; of several, the one with the most words. */
function findCommand(words: readonly string[]): Command | undefined {
  return commands
    .filter((command) => command.name.split(' ').every((word, index) => words[index] === word))
    .sort((a, b) => b.name.length - a.name.length)[0]
}

function withoutCommand(words: readonly string[], context: Context): number {
  const [first] = words
  if (first === '--help' || first === '-h' || first === 'help') {
    context.stdout.write(overview(context.program, commands, context.stdout))
    return 0
  }
  if (first === undefined) {
    context.stderr.write(overview(context.program, commands, context.stderr))
    return 2
  }
  const group = commands.filter((command) => command.name.startsWith(`${first} `))
  if (group.length > 0) {
    const names = group.map((command) => command.name).join(', ')
    throw new UsageError(`"${words.slice(0, 2).join(' ')}" is not a command; there are: ${names}`)
  }
  const what = first.startsWith('-') ? 'option' : 'command'
  throw new UsageError(`unknown ${what} "${first}"`)
}

function report(error: unknown, context: Context): number {
  if (!(error instanceof AgencyError)) throw error
  const label = paint(context.stderr, 'red', `${context.program}:`)
  const hint = error instanceof UsageError ? ` (see ${context.program} --help)` : ''
  context.stderr.write(`${label} ${error.message}${hint}\n`)
  if (context.interrupted.aborted) return 130
  return isMisuse(error) ? 2 : 1
}

const misuse: ReadonlySet<string> = new Set<InvocationFailure>(['bad-request', 'bad-configuration'])

/** What the person who typed the line can put right by typing another. */
function isMisuse(error: AgencyError): boolean {
  if (error instanceof ClaudeInvocationError) return misuse.has(error.kind)
  return error instanceof UsageError
}

function createContext(): Context {
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => interruption.abort(new Error(signal)))
  }
  return {
    program: programName(process.argv0),
    version,
    environment: process.env,
    workingDirectory: process.cwd(),
    stdin: {
      get isTerminal() {
        return process.stdin.isTTY === true
      },
      text: () => Promise.race([Bun.stdin.text(), rejectOnAbort(interruption.signal)]),
    },
    stdout: createTerminal(process.stdout, process.env),
    stderr: createTerminal(process.stderr, process.env),
    interrupted: interruption.signal,
  }
}

/** From its sources agency runs under the name of its runtime. */
function programName(argv0: string): string {
  const name = basename(argv0)
  return name === 'bun' || name === 'bun.exe' ? 'agency' : name
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new AgencyError('interrupted', 'interrupted')))
  })
}
