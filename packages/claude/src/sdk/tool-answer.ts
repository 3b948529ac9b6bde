/** What a tool of agency tells the agent. */
export interface ToolAnswer {
  readonly success: boolean
  readonly message: string
  /** Only on failure. */
  readonly error?: string
}

/** An answer in the form of MCP; a use case that throws after all has failed. */
export async function toToolAnswer(use: () => Promise<ToolAnswer>) {
  const given = await use().catch((error: unknown) => ({
    success: false,
    message: error instanceof Error ? error.message : String(error),
    error: 'internal_error',
  }))
  return {
    content: [{ type: 'text' as const, text: JSON.stringify(given) }],
    isError: !given.success,
  }
}
