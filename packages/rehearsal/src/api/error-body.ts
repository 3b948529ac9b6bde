/** The body of an API error, in the API's own shape. */
export function errorBody(status: number, message: string, requestId: string) {
  return {
    type: 'error',
    error: { type: errorTypes[status] ?? 'api_error', message },
    request_id: requestId,
  }
}

/** What the API says with a status when nobody gave it other words. */
export function usualMessage(status: number): string {
  return usualMessages[status] ?? 'Internal server error'
}

/**
 * For what the server itself cannot answer. The API never sends this status, and Claude Code ends
 * at once with the message; a 400 it would repeat five times, each time with fewer beta features.
 */
export const refusedStatus = 410

const errorTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  [refusedStatus]: 'invalid_request_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

const usualMessages: Readonly<Record<number, string>> = {
  400: 'prompt is too long: 210000 tokens > 200000 maximum',
  401: 'invalid x-api-key',
  403: 'Your API key does not have permission to use the specified resource.',
  404: 'Not found',
  413: 'Request exceeds the maximum size',
  429: "This request would exceed your account's rate limit. Please try again later.",
  529: 'Overloaded',
}
