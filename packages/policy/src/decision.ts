/** What the policy says of a command line or a tool call. A denial tells the agent what to change. */
export type Decision =
  | { readonly decision: 'allow' }
  | { readonly decision: 'deny'; readonly reason: string }

export const allowed: Decision = { decision: 'allow' }

export function denied(reason: string): Decision {
  return { decision: 'deny', reason }
}
