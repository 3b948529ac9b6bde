import { assertNever } from '@agency/core'
import type { OutputLines } from '../output-lines.ts'
import type { TestRunner } from '../test-report.ts'
import { roleOf } from './command-role.ts'
import { splitShellCommands } from './shell-commands.ts'

/** What a command line promises about tests. */
export interface TestPlan {
  /** How often it names each runner. */
  readonly named: ReadonlyMap<TestRunner, number>
  /** Whether other programs run that may run tests. */
  readonly hasPrograms: boolean
  /** Whether the exit code is the runner's own: nothing hides or replaces it. */
  readonly isChain: boolean
}

/** The output is asked only for the script that a package manager says it runs. */
export function planTests(commandLine: string, output: OutputLines): TestPlan {
  const draft = { named: new Map<TestRunner, number>(), hasPrograms: false, isChain: true }
  addLine(draft, commandLine, output, 0)
  return draft
}

type Draft = { -readonly [Key in keyof TestPlan]: TestPlan[Key] } & {
  readonly named: Map<TestRunner, number>
}

const deepest = 5

function addLine(plan: Draft, line: string, output: OutputLines, depth: number): void {
  const { commands, isChain } = splitShellCommands(line)
  if (!isChain) plan.isChain = false
  for (const words of commands) {
    const command = roleOf(words)
    switch (command.role) {
      case 'runner':
        plan.named.set(command.runner, (plan.named.get(command.runner) ?? 0) + 1)
        break
      case 'script': {
        const script =
          commands.length === 1 && !isForSeveral(words) ? echoedScript(output) : undefined
        if (script !== undefined && depth < deepest) {
          addLine(plan, script, { stdout: [], stderr: [] }, depth + 1)
        } else plan.hasPrograms = true
        break
      }
      case 'shell':
        if (depth < deepest) addLine(plan, command.line, output, depth + 1)
        else plan.hasPrograms = true
        break
      case 'program':
        plan.hasPrograms = true
        break
      case 'plain':
        break
      default:
        assertNever(command)
    }
  }
}

/** In several packages at once, each prints its own script. */
function isForSeveral(words: readonly string[]): boolean {
  return words.some((word) =>
    /^(?:-ws?|-r|-F|--workspaces?(?:=.*)?|--recursive|--filter(?:=.*)?|workspaces?)$/.test(word),
  )
}

/** npm and pnpm print `> name script`, `> command`; yarn, bun and newer pnpm `$ command`. */
function echoedScript({ stdout, stderr }: OutputLines): string | undefined {
  for (const lines of [stdout, stderr]) {
    const head = lines.slice(0, 12).filter((line) => line !== '' && !line.startsWith('yarn run v'))
    const [first = '', second = ''] = head
    if (first.startsWith('> ') && second.startsWith('> ')) return second.slice(2)
    if (first.startsWith('$ ')) return first.slice(2)
  }
  return undefined
}
