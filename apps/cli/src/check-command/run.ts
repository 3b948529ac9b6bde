import { resolve } from 'node:path'
import {
  createBashHook,
  createBashPolicy,
  createProtectedPathHook,
  type Decision,
  denied,
  judgeCommand,
  nodeFileView,
} from '@agency/policy'
import type { CommandBody, Context, Invocation } from '../frame/command.ts'
import { listOption, switchOption, textOption } from '../frame/read-option.ts'
import { paint } from '../frame/terminal.ts'
import { UsageError } from '../frame/usage-error.ts'
import { type CommandCase, parseCommandCase, parseProfiles } from './command-case.ts'

export const run: CommandBody = async (invocation, context) => {
  const projectDirectory = resolve(
    context.workingDirectory,
    textOption(invocation, 'projectDir') ?? '.',
  )
  const profiles = listOption(invocation, 'profile')
  const defaults: CommandCase = {
    profile: profiles.length === 0 ? undefined : parseProfiles(profiles, '--profile'),
    allowCommands: listOption(invocation, 'allow'),
    allowPkillTargets: [],
  }
  if (switchOption(invocation, 'jsonl')) return judgeCases(defaults, projectDirectory, context)
  const line = await lineOf(invocation, context)
  const decision = judge({ ...defaults, command: line }, projectDirectory)
  context.stdout.write(
    switchOption(invocation, 'json') ? `${JSON.stringify(decision)}\n` : show(decision, context),
  )
  return decision.decision === 'allow' ? 0 : 1
}

async function judgeCases(
  defaults: CommandCase,
  projectDirectory: string,
  context: Context,
): Promise<number> {
  const lines = (await context.stdin.text()).split('\n')
  const answers = lines.flatMap((line, index) => {
    if (line.trim() === '') return []
    const entry = parseCommandCase(line, `line ${index + 1} of the input`)
    const decision = judge({ ...defaults, ...entry }, projectDirectory)
    return [JSON.stringify({ id: entry.id, ...decision })]
  })
  context.stdout.write(answers.map((answer) => `${answer}\n`).join(''))
  return 0
}

function judge(entry: CommandCase, projectDirectory: string): Decision {
  const files = nodeFileView
  const policy = createBashPolicy({
    profile: entry.profile,
    allowCommands: entry.allowCommands,
    allowPkillTargets: entry.allowPkillTargets,
    projectDirectory,
    workingDirectory: resolve(projectDirectory, entry.cwd ?? '.'),
    files,
  })
  if (entry.rawInput === undefined) return judgeCommand(entry.command ?? '', policy)
  const scope = { projectDirectory, files }
  const hooks = [createBashHook(policy), createProtectedPathHook(scope)]
  for (const hook of hooks) {
    const answer = hook(entry.rawInput)
    if (answer.decision === 'block') return denied(answer.reason)
  }
  return { decision: 'allow' }
}

async function lineOf({ operands, rest }: Invocation, context: Context): Promise<string> {
  const [given, second] = [...operands, ...rest]
  if (second !== undefined) throw new UsageError('put the whole line into one pair of quotes')
  if (given !== undefined) return given
  if (context.stdin.isTerminal) throw new UsageError('missing [line]: the bash line to judge')
  return context.stdin.text()
}

function show(decision: Decision, { stdout }: Context): string {
  return decision.decision === 'allow'
    ? `${paint(stdout, 'green', 'allow')}\n`
    : `${paint(stdout, 'red', 'deny')}: ${decision.reason}\n`
}
