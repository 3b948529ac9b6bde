import { commandsOf, type Program } from '../programs.ts'
import { type Command, type Context, wordsOf } from './command.ts'
import { commandHelp, overview } from './help.ts'
import { nearest } from './nearest.ts'
import { reportError } from './report-error.ts'
import { paint } from './terminal.ts'
import { UsageError } from './usage-error.ts'

/** Runs what the words ask of the program. Resolves to the exit code; what goes wrong is told on stderr. */
export async function dispatch(
  words: readonly string[],
  program: Program,
  commands: readonly Command[],
  context: Context,
): Promise<number> {
  const offered = commandsOf(program, commands)
  const command = findCommand(words, offered)
  try {
    if (command !== undefined) return await runCommand(command, words, program, context)
    return withoutCommand(words, program, offered, context)
  } catch (error) {
    return reportError(error, context, command)
  }
}

async function runCommand(
  command: Command,
  words: readonly string[],
  program: Program,
  context: Context,
): Promise<number> {
  const own = words.slice(wordsOf(command).length)
  const end = own.indexOf('--')
  const flags = end === -1 ? own : own.slice(0, end)
  if (flags.includes('--help') || flags.includes('-h')) {
    context.stdout.write(commandHelp(program, command, context.stdout))
    return 0
  }
  if (flags.includes('--version') || flags.includes('-v')) {
    context.stdout.write(`${context.version}\n`)
    return 0
  }
  const { parseArguments } = await import('./parse-arguments.ts')
  const invocation = parseArguments(command, own)
  const { run } = await command.load()
  return run(invocation, context)
}

/** The command whose words the line begins with; of several, the one with the most words. */
function findCommand(words: readonly string[], commands: readonly Command[]): Command | undefined {
  return commands
    .filter((command) => wordsOf(command).every((word, index) => words[index] === word))
    .sort((a, b) => wordsOf(b).length - wordsOf(a).length)[0]
}

function withoutCommand(
  words: readonly string[],
  program: Program,
  commands: readonly Command[],
  context: Context,
): number {
  const [first, second] = words
  if (first === '--version' || first === '-v') {
    context.stdout.write(`${context.version}\n`)
    return 0
  }
  if (commands.length === 0) {
    const label = paint(context.stderr, 'red', `${program.name}:`)
    context.stderr.write(`${label} not part of this build yet; "agency --help" shows what is\n`)
    return 2
  }
  if (first === undefined) {
    context.stderr.write(overview(program, commands, context.stderr))
    return 2
  }
  if (isHelp(first)) return help(words.slice(1), program, commands, context)
  const group = groupOf(first, commands)
  if (group.length === 0) throw unknown(words, commands)
  if (second !== undefined && !isHelp(second)) throw unknown(words, group)
  const paper = second === undefined ? context.stderr : context.stdout
  paper.write(overview(program, group, paper, first))
  return second === undefined ? 2 : 0
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h' || word === 'help'
}

/** `agency help`, `agency help rehearsal`, `agency help rehearsal serve`. */
function help(
  words: readonly string[],
  program: Program,
  commands: readonly Command[],
  context: Context,
): number {
  const command = findCommand(words, commands)
  const [first] = words
  if (command !== undefined) {
    context.stdout.write(commandHelp(program, command, context.stdout))
  } else if (first === undefined) {
    context.stdout.write(overview(program, commands, context.stdout))
  } else {
    const group = groupOf(first, commands)
    if (group.length === 0 || words.length > 1) throw unknown(words, commands)
    context.stdout.write(overview(program, group, context.stdout, first))
  }
  return 0
}

function groupOf(word: string, commands: readonly Command[]): readonly Command[] {
  return commands.filter((command) => command.name.startsWith(`${word} `))
}

function unknown(words: readonly string[], commands: readonly Command[]): UsageError {
  const [first = ''] = words
  if (first.startsWith('-')) {
    const command = findCommand(words.slice(1), commands)
    const advice = command && `; options go after the command: ${command.name} ${first}`
    return new UsageError(`unknown option ${first}${advice ?? ''}`)
  }
  const grouped = groupOf(first, commands).length > 0
  const typed = grouped ? words.slice(0, 2).join(' ') : first
  const meant = meantCommand(words, commands)
  if (meant !== undefined) {
    return new UsageError(`unknown command "${typed}"; did you mean "${meant}"?`)
  }
  const names = grouped ? `; there are: ${commands.map(({ name }) => name).join(', ')}` : ''
  return new UsageError(`unknown command "${typed}"${names}`)
}

/** Near to a whole name, or to one word of it: `serve` may mean `rehearsal serve`. */
function meantCommand(words: readonly string[], commands: readonly Command[]): string | undefined {
  const names = commands.map(({ name }) => name)
  const whole = nearest(words.slice(0, 2).join(' '), names) ?? nearest(words[0] ?? '', names)
  if (whole !== undefined) return whole
  const parts = names.filter((name) => nearest(words[0] ?? '', name.split(' ')) !== undefined)
  return parts.length === 1 ? parts[0] : undefined
}
