import { objectionToProtected, type WriteScope } from '../paths/judge-write.ts'
import { isProtectedPath } from '../paths/protected-path.ts'
import { pathsOfCall, textsOfCall } from './paths-of-call.ts'
import {
  approved,
  blocked,
  type HookDecision,
  isInput,
  type PreToolUseHook,
  type ToolCall,
} from './tool-call.ts'

/**
 * Keeps every tool that changes files away from the protected paths. Tools that only read pass; a
 * tool that nobody knows, such as one of an MCP server, is taken to write wherever its input points.
 */
export function createProtectedPathHook(scope: WriteScope): PreToolUseHook {
  return (call) => {
    if (isReading(call.tool_name)) return approved
    if (!isInput(call.tool_input)) return blocked('not allowed: the input has to be an object')
    return writeTools.has(call.tool_name) ? judgeWriting(call, scope) : judgeUnknown(call, scope)
  }
}

const writeTools = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit'])

const readTools = new Set(
  'Read Glob Grep LS NotebookRead WebFetch WebSearch Task Agent TodoWrite TodoRead BashOutput KillShell Bash Monitor ExitPlanMode AskUserQuestion ToolSearch Skill'.split(
    ' ',
  ),
)

/** An MCP tool says by its verb that it reads; agency's own tools are the sanctioned writers. */
function isReading(tool: string): boolean {
  if (readTools.has(tool)) return true
  return (
    /^mcp__autonoe-[\w-]+__/.test(tool) ||
    (/^mcp__[\w-]+__(read|list|get|search|stat)(_|$)/.test(tool) && !changes.test(tool))
  )
}

/** A name that says both, such as read_and_write, writes. */
const changes = /_(write|edit|create|delete|remove|move|rename|update|set|put|insert|append)(_|$)/

function judgeWriting(call: ToolCall, scope: WriteScope): HookDecision {
  const paths = pathsOfCall(call.tool_input, (key) => /^(file|notebook)?_?path$/i.test(key))
  if (paths === 'unreadable') return blocked('not allowed: the path has to be text')
  return firstProtected([...paths, ...textsOfCall(call.tool_input)], scope)
}

function judgeUnknown(call: ToolCall, scope: WriteScope): HookDecision {
  return firstProtected(textsOfCall(call.tool_input), scope)
}

function firstProtected(paths: readonly string[], scope: WriteScope): HookDecision {
  for (const path of paths) {
    if (path.includes('\0')) return blocked('not allowed: a path holds no NUL byte')
    const posix = path.replaceAll('\\', '/')
    const objection =
      objectionToProtected(posix, scope.projectDirectory, scope) ??
      (isProtectedPath(path) ? `"${path}" is protected` : undefined)
    if (objection !== undefined) return blocked(`not allowed: ${objection}`)
  }
  return approved
}
