import type { Command } from './command.ts'
import { paint, type Terminal } from './terminal.ts'

type Paper = Pick<Terminal, 'color'>

/** The overview: what there is, one line each. */
export function overview(program: string, commands: readonly Command[], paper: Paper): string {
  const title = (text: string) => paint(paper, 'bold', text)
  return [
    `${title(program)}: let AI engineers work unattended, and check what they say is done.`,
    '',
    `${title('Usage')}  ${program} <command> [options]`,
    '',
    title('Commands'),
    ...table(commands.map((command) => [command.name, command.summary])),
    '',
    title('Options'),
    ...table([
      ['-h, --help', 'show this help, or that of a command'],
      ['-v, --version', 'show the version'],
    ]),
    '',
    `${program} <command> --help tells more of a command, with examples.`,
    '',
  ].join('\n')
}

/** One command in full. */
export function commandHelp(program: string, command: Command, paper: Paper): string {
  const title = (text: string) => paint(paper, 'bold', text)
  const operands = command.operands ? ` ${command.operands}` : ''
  const rest = command.rest ? ` -- ${command.rest}` : ''
  return [
    command.summary[0]?.toUpperCase() + command.summary.slice(1),
    '',
    `${title('Usage')}  ${program} ${command.name}${operands} [options]${rest}`,
    '',
    title('Options'),
    ...table([
      ...command.options.map((option): [string, string] => [option.flags, option.description]),
      ['-h, --help', 'show this help'],
      ['-v, --version', 'show the version'],
    ]),
    '',
    title('Examples'),
    ...command.examples.flatMap((example) => [
      `  ${paint(paper, 'dim', `# ${example.tells}`)}`,
      `  ${example.line}`,
    ]),
    '',
  ].join('\n')
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
