import type { Program } from '../programs.ts'
import type { Command, Option } from './command.ts'
import { commonOptions } from './options.ts'
import { paint, type Terminal } from './terminal.ts'

type Paper = Pick<Terminal, 'color' | 'columns' | 'isTerminal'>

/** What there is, one line each; of one group when its word is given. */
export function overview(
  program: Program,
  commands: readonly Command[],
  paper: Paper,
  group?: string,
): string {
  const title = (text: string) => paint(paper, 'bold', text)
  const call = group === undefined ? program.name : `${program.name} ${group}`
  return [
    title(call) + (group === undefined ? `: ${program.summary}` : ''),
    '',
    `${title('Usage')}  ${call} <command> [options]`,
    '',
    title('Commands'),
    ...table(
      commands.map(({ name, summary }) => [group ? name.slice(group.length + 1) : name, summary]),
      paper,
    ),
    '',
    title('Options'),
    ...table(
      commonOptions.map((option) => [option.flags, option.description]),
      paper,
    ),
    '',
    `"${call} <command> --help" tells more of a command, with examples.`,
    '',
  ].join('\n')
}

/** One command in full. */
export function commandHelp(program: Program, command: Command, paper: Paper): string {
  const title = (text: string) => paint(paper, 'bold', text)
  const rest = command.rest && `-- ${command.rest}`
  const usage = [program.name, command.name, command.operands, '[options]', rest]
  return [
    command.summary.charAt(0).toUpperCase() + command.summary.slice(1),
    '',
    `${title('Usage')}  ${usage.filter(Boolean).join(' ')}`,
    '',
    title('Options'),
    ...table(
      [...command.options, ...commonOptions].map((option) => [option.flags, describe(option)]),
      paper,
    ),
    '',
    title('Examples'),
    ...command.examples.flatMap((example) => [
      `  ${paint(paper, 'dim', `# ${example.tells}`)}`,
      `  ${example.line}`,
    ]),
    '',
  ].join('\n')
}

function describe({ description, choices, repeatable }: Option): string {
  return [
    description,
    ...(choices === undefined ? [] : [`one of ${choices.join(', ')}`]),
    ...(repeatable === true ? ['may be repeated'] : []),
  ].join('; ')
}

function table(rows: readonly (readonly [string, string])[], paper: Paper): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  const room = paper.isTerminal ? Math.max(30, paper.columns - width - 4) : Infinity
  return rows.flatMap(([left, right]) => {
    const [first = '', ...others] = wrap(right, room)
    const name = paint(paper, 'cyan', left) + ' '.repeat(width - left.length)
    return [`  ${name}  ${first}`, ...others.map((line) => ' '.repeat(width + 4) + line)]
  })
}

function wrap(text: string, room: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line === undefined || line.length + 1 + word.length > room) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines
}
