import type { Terminal } from './terminal.ts'

/** What a command is, as data: help, completion and parsing all read it. */
export interface Command {
  /** The words that call it: `ask`, `rehearsal serve`. */
  readonly name: string
  readonly summary: string
  /** Positionals as help shows them: `<prompt>`, `[directory]`, `[...words]`. */
  readonly operands?: string
  /** The words its first operand takes. */
  readonly choices?: readonly string[]
  /** What stands after `--`, as help shows it: `<command>`. Without it those words are operands. */
  readonly rest?: string
  readonly options: readonly Option[]
  readonly examples: readonly Example[]
  /** Loaded only when the command runs, so that others do not pay for it. */
  readonly load: () => Promise<{ readonly run: CommandBody }>
}

/** The words of its name; none for a program that is one command. */
export function wordsOf(command: Command): readonly string[] {
  return command.name === '' ? [] : command.name.split(' ')
}

export interface Option {
  /** As a person types it: `--model <name>`, `-q, --quiet`. Without `<…>` it is a switch. */
  readonly flags: string
  readonly description: string
  /** May be given several times; the values then arrive as a list. */
  readonly repeatable?: boolean
  /** The words it takes; any other is refused. */
  readonly choices?: readonly string[]
}

interface Example {
  readonly line: string
  readonly tells: string
}

/** Resolves to the exit code: 0 reached, 1 not reached, 2 bad usage, 130 interrupted. */
export type CommandBody = (invocation: Invocation, context: Context) => Promise<number>

export interface Invocation {
  readonly operands: readonly string[]
  /** By camel-cased long name, switches as true. Values are always text. */
  readonly options: Readonly<Record<string, string | true | readonly string[] | undefined>>
  /** What stands after `--`, for a command that declares it. */
  readonly rest: readonly string[]
}

/** The outside world of a command. Only here does it reach the process. */
export interface Context {
  /** The name it was started under: `agency`, `autonoe`, … */
  readonly program: string
  readonly version: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly workingDirectory: string
  /** Its text throws a UsageError when it is none. */
  readonly stdin: { readonly isTerminal: boolean; text(): Promise<string> }
  readonly stdout: Terminal
  readonly stderr: Terminal
  /** Aborts on Ctrl-C, SIGTERM and the end of the terminal. */
  readonly interrupted: AbortSignal
}
