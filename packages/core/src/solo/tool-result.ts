/** The answer to an agent's tool call. */
export interface ToolResult {
  readonly success: boolean
  /** For the agent to read. */
  readonly message: string
  /** Only on failure. */
  readonly error?: ToolFailure
}

export type ToolFailure =
  | 'INVALID_INPUT'
  | 'DUPLICATE_ID'
  | 'ALREADY_EXISTS'
  | 'NOT_FOUND'
  | 'MUTUAL_EXCLUSION'
  | 'VERIFICATION_FAILED'
  | 'NOT_ALLOWED'
  | 'TOO_MANY'
  | 'SERVER_FAILED'
  | 'INTERRUPTED'
  | 'STATE_ERROR'

export function success(message: string): ToolResult {
  return { success: true, message }
}

export function failure(error: ToolFailure, message: string): ToolResult {
  return { success: false, message, error }
}
