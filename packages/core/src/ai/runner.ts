import type { AIEventListener } from './events.ts'
import type { AIRequest } from './request.ts'
import type { AIResult } from './result.ts'

/** The port behind which a model works. */
export interface AIRunner {
  /**
   * Runs one prompt to its end. Resolves to what the model made of it, good or bad; rejects with a
   * ClaudeInvocationError when there is no such result. Once it has settled, nothing of it runs.
   */
  run(request: AIRequest, signal: AbortSignal, onEvent?: AIEventListener): Promise<AIResult>
}
