/** What happens during a run, in agency's own words, whichever engine runs it. */
export type AIEvent =
  | { readonly type: 'started'; readonly sessionId: string; readonly model: string }
  | { readonly type: 'text'; readonly text: string; readonly model: string }
  | { readonly type: 'thinking'; readonly text: string }
  | {
      readonly type: 'tool-call'
      readonly id: string
      readonly name: string
      readonly model: string
      readonly input: Readonly<Record<string, unknown>>
    }
  | {
      readonly type: 'tool-result'
      readonly id: string
      readonly isError: boolean
      readonly text: string
    }
  /** The server refuses further work until a limit of the account ends. */
  | { readonly type: 'limit'; readonly resetsAt: Date }
  /** Claude repeats one request of its own accord; the run goes on. */
  | {
      readonly type: 'request-retry'
      readonly attempt: number
      readonly status: number | undefined
      readonly delayMs: number
      readonly reason: string
    }
  /** The runner gives up on an attempt and will start another after the wait. */
  | {
      readonly type: 'run-retry'
      readonly attempt: number
      readonly delayMs: number
      readonly reason: string
    }
  /** Claude has answered, and stays for what it left running in the background. */
  | { readonly type: 'background-wait'; readonly tasks: readonly string[] }

export type AIEventListener = (event: AIEvent) => void
