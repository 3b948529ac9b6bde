import type { BashPolicy } from '../bash-policy.ts'
import { judgeCommand } from '../judge-command.ts'
import { approved, blocked, isInput, type PreToolUseHook } from './tool-call.ts'

/** Judges the command of every tool that runs one. */
export function createBashHook(policy: BashPolicy): PreToolUseHook {
  return ({ tool_name, tool_input }) => {
    if (!shellTools.has(tool_name)) return approved
    if (!isInput(tool_input)) return blocked('not allowed: the input has to be an object')
    if (tool_input['dangerouslyDisableSandbox'] === true) {
      return blocked('not allowed: a command may not leave the sandbox')
    }
    const { command } = tool_input
    if (command === undefined) return approved
    if (typeof command !== 'string') return blocked('not allowed: the command has to be text')
    const judged = judgeCommand(command, policy)
    return judged.decision === 'allow' ? approved : blocked(`not allowed: ${judged.reason}`)
  }
}

const shellTools = new Set(['Bash', 'Monitor'])
