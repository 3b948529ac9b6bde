import type { AIEvent } from '@agency/core'
import { createChangedFiles } from '../stream/changed-files.ts'

/** What the events of a run tell about it, over all its attempts. */
export interface Observations {
  see(event: AIEvent): void
  filesChanged(): string[]
  /** The model that answered last, by its own name. */
  model(): string | undefined
  limitResetsAt(): Date | undefined
  /** The wait that the server last asked for, as far as Claude tells. */
  retryAfterMs(): number | undefined
  /** Why the model is silent: what became of the last request, until there is an answer. */
  trouble(): string | undefined
}

export function createObservations(): Observations {
  const changedFiles = createChangedFiles()
  let model: string | undefined
  let limitResetsAt: Date | undefined
  let retryAfterMs: number | undefined
  let trouble: string | undefined
  return {
    see(event) {
      changedFiles.see(event)
      if (event.type === 'text' || event.type === 'tool-call') model = event.model
      if (event.type === 'limit') limitResetsAt = event.resetsAt
      if (event.type === 'request-retry') {
        retryAfterMs = serverDelay(event.delayMs)
        trouble = describeTrouble(event)
      } else if (event.type !== 'started' && event.type !== 'run-retry') trouble = undefined
    },
    filesChanged: () => changedFiles.list(),
    model: () => model,
    limitResetsAt: () => limitResetsAt,
    retryAfterMs: () => retryAfterMs,
    trouble: () => trouble,
  }
}

function describeTrouble({ status }: Extract<AIEvent, { type: 'request-retry' }>): string {
  if (status === undefined) return 'the connection to the model failed'
  return `the model answered with status ${status}`
}

/** A server asks for whole seconds; Claude's own back-off has jitter and hardly ever meets them. */
function serverDelay(delayMs: number): number | undefined {
  return delayMs > 0 && delayMs % 1000 === 0 ? delayMs : undefined
}
