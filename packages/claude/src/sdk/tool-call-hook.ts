import type { HookCallback } from '@anthropic-ai/claude-agent-sdk'
import { isRecord } from '../stream/json.ts'

/** Looks at a tool call before it happens. What one hook blocks does not happen. */
export type ToolCallHook = (call: {
  readonly tool_name: string
  readonly tool_input: Readonly<Record<string, unknown>>
}) => { readonly decision: 'approve' } | { readonly decision: 'block'; readonly reason: string }

type ToolCall = Parameters<ToolCallHook>[0]

/**
 * All hooks as one of the SDK's. Approval is no permission: Claude's rules still decide about the
 * call, unless it is granted here. A hook that fails blocks, since it has not approved.
 */
export function toSdkHook(
  hooks: readonly ToolCallHook[],
  isGranted: (call: ToolCall) => boolean = () => false,
): HookCallback {
  return async (input) => {
    if (input.hook_event_name !== 'PreToolUse') return {}
    const call = {
      tool_name: input.tool_name,
      tool_input: isRecord(input.tool_input) ? input.tool_input : {},
    }
    const hookEventName = input.hook_event_name
    const reason = firstObjection(hooks, call)
    if (reason !== undefined) {
      const permissionDecision = 'deny'
      return {
        hookSpecificOutput: { hookEventName, permissionDecision, permissionDecisionReason: reason },
      }
    }
    return isGranted(call)
      ? { hookSpecificOutput: { hookEventName, permissionDecision: 'allow' } }
      : {}
  }
}

function firstObjection(hooks: readonly ToolCallHook[], call: ToolCall): string | undefined {
  try {
    for (const hook of hooks) {
      const judged = hook(call)
      if (judged.decision !== 'approve') return judged.reason
    }
    return undefined
  } catch (error) {
    return `not allowed: this call could not be judged (${String(error)})`
  }
}
