/** The words of whatever was thrown, for a person. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
