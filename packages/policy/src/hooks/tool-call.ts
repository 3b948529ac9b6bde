/** What an agent is about to do, as a PreToolUse hook is told. */
export interface ToolCall {
  readonly tool_name: string
  readonly tool_input: Readonly<Record<string, unknown>>
}

export type HookDecision =
  | { readonly decision: 'approve' }
  | { readonly decision: 'block'; readonly reason: string }

/** A hook answers at once and never throws. */
export type PreToolUseHook = (call: ToolCall) => HookDecision

export const approved: HookDecision = { decision: 'approve' }

export function blocked(reason: string): HookDecision {
  return { decision: 'block', reason }
}
