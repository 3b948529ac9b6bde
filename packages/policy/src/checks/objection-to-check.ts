import type { AndOr, Command, CommandNode, PipelineNode, Statement } from 'unbash'
import { parseScript } from '../bash/parse-script.ts'
import { isIdleCode, isIdleTest, literalWords } from './idle-command.ts'

/**
 * Why a line proves nothing, whatever it does: it cannot fail, or its exit code is not that of what
 * it checks. Undefined when its exit code means something. Whether it may run is not asked here.
 */
export function objectionToCheck(line: string): string | undefined {
  try {
    const script = parseScript(line)
    return script.ok ? objectionToStatements(script.value.commands) : script.error
  } catch (cause) {
    return `cannot be judged (${cause instanceof Error ? cause.name : 'error'}); write it simpler`
  }
}

const joined = 'join commands with && alone, so that the exit code is that of the one that failed'

function objectionToStatements(statements: readonly Statement[]): string | undefined {
  const [statement, ...others] = statements
  if (statement === undefined) return 'it has no command'
  if (others.length > 0) return `the exit code is that of the last command alone; ${joined}`
  if (statement.background === true) return 'a command in the background has no exit code'
  return objectionToNode(statement.command)
}

function objectionToNode(node: PipelineNode | AndOr): string | undefined {
  if (node.type === 'AndOr') return objectionToChain(node)
  if (node.type !== 'Pipeline') return objectionToCommand(node, false)
  const last = node.commands.at(-1)
  return last === undefined
    ? 'it has no command'
    : objectionToCommand(last, node.commands.length > 1)
}

/** One command that can fail makes a chain of `&&` a check; the others are its preparation. */
function objectionToChain(chain: AndOr): string | undefined {
  if (chain.operators.includes('||')) return `what stands after || hides a failure; ${joined}`
  const objections = chain.commands.map(objectionToNode)
  return objections.includes(undefined) ? undefined : objections.at(-1)
}

function objectionToCommand(node: CommandNode, endsPipe: boolean): string | undefined {
  if (node.type === 'Command') return objectionToSimple(node, endsPipe)
  if (node.type === 'Redirected') return objectionToCommand(node.command, endsPipe)
  if (node.type === 'Subshell' || node.type === 'BraceGroup') {
    return objectionToStatements(node.body.commands)
  }
  if (node.type === 'TestCommand') {
    return isIdleTest(node.expression) ? 'it compares constants' : undefined
  }
  return 'put loops, conditions and functions into a script file of the project, and run that'
}

function objectionToSimple(command: Command, endsPipe: boolean): string | undefined {
  const words = literalWords(command)
  const [name = '', ...rest] = words
  if (name === '') return 'it only sets variables'
  const base = name.slice(name.lastIndexOf('/') + 1)
  if (idle.has(base)) return `${base} cannot fail in a way that tells anything about the project`
  if (endsPipe && passing.has(base))
    return `${base} at the end of a pipe hides the exit code before it`
  if (shells.has(base)) return objectionToShell(rest)
  if (base === 'test' || base === '[') return isIdleTest(rest) ? 'it compares constants' : undefined
  return isIdleCode(base, rest)
    ? 'its inline code loads nothing of the project; write the check as a file and run that'
    : undefined
}

function objectionToShell(rest: readonly string[]): string | undefined {
  const flag = rest.findIndex((word) => /^-[a-z]*c$/.test(word))
  return flag === -1 ? undefined : objectionToCheck(rest[flag + 1] ?? '')
}

const shells = new Set(['sh', 'bash', 'zsh', 'dash'])
const idle = new Set(
  'echo printf true false : exit return cd pwd sleep date whoami id uname hostname set export unset wait yes seq ps break continue mkdir touch'.split(
    ' ',
  ),
)
const passing = new Set('cat tee head tail sort uniq wc less more nl tr cut sed awk'.split(' '))
