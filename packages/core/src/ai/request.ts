/** One prompt for one run. Only the prompt is needed; what is absent comes from the configuration. */
export interface AIRequest {
  readonly prompt: string
  readonly model?: string
  /** Covers all attempts and waits. Absent or 0: the configured timeout. */
  readonly timeoutMs?: number
  readonly permissionMode?: string
  readonly systemPrompt?: string
  /** Text the model should know; it follows the system prompt. */
  readonly context?: string
  readonly workingDir?: string
  readonly conversation?: Conversation
  /** For this run, over all attempts; what the conversation cost before does not count. */
  readonly maxBudgetUsd?: number
  /** Likewise. */
  readonly maxTurns?: number
  /** Tool rules that need no asking, as Claude Code spells them: `Bash(npm test)`. */
  readonly allowedTools?: readonly string[]
  /** Variables for the child, beyond the fixed list that it inherits. */
  readonly environment?: Readonly<Record<string, string>>
}

/** A run starts a conversation (under an id of the caller's choice) or continues one, never both. */
export type Conversation =
  | { readonly kind: 'new'; readonly sessionId?: string }
  | { readonly kind: 'continued'; readonly sessionId: string }

export type AIRequestOptions = Omit<AIRequest, 'prompt'>

export function createAIRequest(prompt: string, options: AIRequestOptions = {}): AIRequest {
  return { ...options, prompt }
}
