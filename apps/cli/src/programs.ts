import type { Command } from './frame/command.ts'

/** A name that the one executable can be started under, and what it then is. */
export interface Program {
  readonly name: string
  readonly summary: string
  readonly offers: Offer
}

type Offer =
  | { readonly kind: 'everything' }
  /** The words that are typed, and the command of agency that each of them is. */
  | { readonly kind: 'commands'; readonly commands: Readonly<Record<string, string>> }
  /** The whole line is that of one command, without its name. */
  | { readonly kind: 'command'; readonly command: string }

export const agency: Program = {
  name: 'agency',
  summary: 'let AI engineers work unattended, and check what they say is done',
  offers: { kind: 'everything' },
}

/** The other names. build.sh links them, `agency install` too. */
export const links: readonly Program[] = [
  {
    name: 'autonoe',
    summary: 'one engineer, from a SPEC.md to checked work',
    offers: {
      kind: 'commands',
      commands: { run: 'run', init: 'init', status: 'project status' },
    },
  },
  {
    name: 'ag-cli',
    summary: 'talk to the agents of a fleet',
    offers: {
      kind: 'commands',
      commands: {
        task: 'task',
        status: 'status',
        discover: 'discover',
        history: 'history',
        continue: 'continue',
        end: 'end',
        cancel: 'cancel',
        logs: 'logs',
        shutdown: 'shutdown',
        kill: 'kill',
        validate: 'validate',
      },
    },
  },
  one('ag-agent-claude', 'agent', 'an agent that takes tasks over HTTP'),
  one('ag-view-web', 'view', 'the fleet in a browser'),
  one('ag-director-scheduler', 'director scheduler', 'give tasks at set times'),
  one('ag-director-github', 'director github', 'give the work of GitHub issues to agents'),
  one('ag-director-gitlab', 'director gitlab', 'give the work of GitLab issues to agents'),
  one('ag-director-claude', 'director claude', 'let Claude plan and give tasks'),
]

function one(name: string, command: string, summary: string): Program {
  return { name, summary, offers: { kind: 'command', command } }
}

/** The program of that name. A name nobody knows, as of a renamed copy, is agency. */
export function findProgram(name: string): Program {
  return links.find((program) => program.name === name) ?? { ...agency, name }
}

/** What of the commands the program offers, under the names that are typed there. */
export function commandsOf(program: Program, commands: readonly Command[]): readonly Command[] {
  const { offers } = program
  if (offers.kind === 'everything') return commands
  const words =
    offers.kind === 'command' ? [['', offers.command] as const] : Object.entries(offers.commands)
  return words.flatMap(([word, name]) => {
    const command = commands.find((candidate) => candidate.name === name)
    return command === undefined ? [] : [renamed(command, program.name, word)]
  })
}

function renamed(command: Command, program: string, word: string): Command {
  const call = word === '' ? program : `${program} ${word}`
  const examples = command.examples.map((example) => ({
    ...example,
    line: example.line.replaceAll(`${agency.name} ${command.name}`, call),
  }))
  return { ...command, name: word, examples }
}
