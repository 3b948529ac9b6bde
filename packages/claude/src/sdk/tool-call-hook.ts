import type { HookCallback } from '@anthropic-ai/claude-agent-sdk'
import { isRecord } from '../stream/json.ts'

/** Looks at a tool call before it happens. What one hook blocks does not happen. */
export type ToolCallHook = (call: {
  readonly tool_name: string
  readonly tool_input: Readonly<Record<string, unknown>>
}) => { readonly decision: 'approve' } | { readonly decision: 'block'; readonly reason: string }

/**
 * All hooks as one of the SDK's. Approval is no permission: the rules still decide about the call.
 * A hook that fails blocks, since it has not approved.
 */
export function toSdkHook(hooks: readonly ToolCallHook[]): HookCallback {
  return async (input) => {
    if (input.hook_event_name !== 'PreToolUse') return {}
    const call = {
      tool_name: input.tool_name,
      tool_input: isRecord(input.tool_input) ? input.tool_input : {},
    }
    const reason = firstObjection(hooks, call)
    if (reason === undefined) return {}
    return {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: reason,
      },
    }
  }
}

function firstObjection(
  hooks: readonly ToolCallHook[],
  call: Parameters<ToolCallHook>[0],
): string | undefined {
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
