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

/** Whether the input of a call is what its type says: it comes from a model. */
export function isInput(input: unknown): input is ToolCall['tool_input'] {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
}
