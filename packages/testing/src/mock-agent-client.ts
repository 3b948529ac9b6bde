import type { AgentClient, StreamEvent } from '@agency/core'

/** Plays a list of events instead of asking a model. */
export class MockAgentClient implements AgentClient {
  /** What it was asked, in order. */
  readonly instructions: string[] = []
  disposed = false
  #responses: readonly StreamEvent[] = []

  setResponses(responses: readonly StreamEvent[]): void {
    this.#responses = responses
  }

  async *query(instruction: string, signal: AbortSignal): AsyncGenerator<StreamEvent> {
    this.instructions.push(instruction)
    for (const event of this.#responses) {
      if (signal.aborted) return
      yield event
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.disposed = true
  }
}
