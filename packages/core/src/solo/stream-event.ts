import type { InvocationFailure } from '../ai/invocation-error.ts'

/** What an agent does in a session, as the loop sees it. */
export type StreamEvent = AgentText | ToolInvocation | ToolResponse | SessionEnd

export interface AgentText {
  readonly type: 'agent_text'
  readonly text: string
}

export interface ToolInvocation {
  readonly type: 'tool_invocation'
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

export interface ToolResponse {
  readonly type: 'tool_response'
  readonly toolUseId: string
  readonly content: string
  readonly isError: boolean
}

export interface SessionEnd {
  readonly type: 'session_end'
  readonly subtype: ResultSubtype
  /** Only on success. */
  readonly result?: string
  /** Only on failure. */
  readonly errors?: readonly string[]
  /** Only on failure, when its kind is known. */
  readonly failure?: InvocationFailure
  /** Only when the engine reported a cost. */
  readonly totalCostUsd?: number
  /** The model that answered, by its own name. */
  readonly model?: string
  /** Set when the end is a usage limit: when it resets, or null when nobody knows. */
  readonly quotaResetsAt?: Date | null
}

export const ResultSubtype = {
  Success: 'success',
  ErrorMaxTurns: 'error_max_turns',
  ErrorDuringExecution: 'error_during_execution',
  ErrorMaxBudgetUsd: 'error_max_budget_usd',
} as const

export type ResultSubtype = (typeof ResultSubtype)[keyof typeof ResultSubtype]
