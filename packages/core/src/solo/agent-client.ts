import type { StreamEvent } from './stream-event.ts'

/** One session with an agent. It serves one query; disposing it ends whatever it started. */
export interface AgentClient extends AsyncDisposable {
  /** Events while the session runs; the last is a session_end. An abort ends it without throwing. */
  query(instruction: string, signal: AbortSignal): AsyncIterable<StreamEvent>
  /** Whether it has died while it waited for its query; without this it never does. */
  hasDied?(): boolean
}

export interface SessionSetup {
  /** What is left of the run's budget. */
  readonly maxBudgetUsd?: number
  readonly model?: string
}

export interface AgentClientFactory {
  /** A new client for every session. It may start its process at once, ahead of the query. */
  create(setup: SessionSetup): AgentClient
}
