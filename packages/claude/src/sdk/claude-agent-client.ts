import type {
  AgentClient,
  SessionEnd,
  SessionServers,
  SessionSetup,
  StreamEvent,
} from '@agency/core'
import { redactSecrets, SandboxError } from '@agency/core'
import type { WarmQuery } from '@anthropic-ai/claude-agent-sdk'
import { classifyText } from '../cli/classify-failure.ts'
import { secretsIn } from '../cli/environment.ts'
import { translateMessage } from '../stream/translate-message.ts'
import type { ClaudeAgentClientOptions } from './client-options.ts'
import { failedSession, type SessionSoFar, toSessionEnd } from './session-end.ts'
import { createSessionProcess, type SessionProcess } from './session-process.ts'
import { toStreamEvents } from './stream-events.ts'

/** One session on the Agent SDK. Its claude starts at once and waits for the instruction. */
export class ClaudeAgentClient implements AgentClient {
  readonly #process: SessionProcess = createSessionProcess()
  readonly #warm: Promise<WarmQuery>
  readonly #over = new AbortController()
  readonly #graceMs: number
  readonly #secrets: readonly string[]
  readonly #servers: SessionServers | undefined
  readonly #tidyUp: () => void

  constructor(
    options: ClaudeAgentClientOptions,
    setup: SessionSetup = {},
    tidyUp: () => void = () => {},
  ) {
    this.#tidyUp = tidyUp
    this.#graceMs = options.graceMs ?? 1000
    this.#secrets = secretsIn(options.environment)
    this.#servers = options.openServers?.()
    this.#warm = this.#start(options, setup)
    // Whoever queries hears of it; a session that nobody wants may fail in silence.
    this.#warm.catch(() => {})
  }

  async *query(instruction: string, signal: AbortSignal): AsyncGenerator<StreamEvent> {
    using interruption = raceAgainst(signal)
    let soFar: Omit<SessionSoFar, 'now'> = {}
    try {
      const warm = await interruption.race(this.#warm)
      const messages = warm.query(instruction)[Symbol.asyncIterator]()
      while (true) {
        const next = await interruption.race(messages.next())
        if (next.done === true) break
        if (next.value.type === 'result') {
          yield toSessionEnd(next.value, { ...soFar, now: new Date() })
          return
        }
        soFar = observe(next.value, soFar)
        yield* toStreamEvents(next.value)
      }
      yield this.#withoutResult('claude ended without a result', soFar.model)
    } catch (error) {
      if (signal.aborted)
        yield failedSession('cancelled', ['the session was interrupted'], soFar.model)
      else
        yield this.#withoutResult(
          error instanceof Error ? error.message : String(error),
          soFar.model,
        )
    } finally {
      await this[Symbol.asyncDispose]()
    }
  }

  hasDied(): boolean {
    return this.#process.hasExited()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort()
    void this.#warm.then((warm) => warm.close()).catch(() => {})
    const servers = this.#servers?.[Symbol.asyncDispose]()
    try {
      await this.#process.stop(this.#graceMs)
      await servers
    } finally {
      this.#tidyUp()
    }
  }

  /** The SDK is large and only sessions need it, so it is loaded here. */
  async #start(options: ClaudeAgentClientOptions, setup: SessionSetup): Promise<WarmQuery> {
    const [{ startup }, { buildSdkOptions }] = await Promise.all([
      import('@anthropic-ai/claude-agent-sdk'),
      import('./sdk-options.ts'),
    ])
    const spawnClaudeCodeProcess = this.#process.start.bind(this.#process)
    const scope = { over: this.#over.signal, servers: this.#servers }
    return startup({
      options: { ...buildSdkOptions(options, setup, scope), spawnClaudeCodeProcess },
    })
  }

  /** Throws a SandboxError when claude found that it cannot confine commands: nothing has run then. */
  #withoutResult(message: string, model: string | undefined): SessionEnd {
    const stderr = this.#process.stderrTail().trim()
    const unconfined = /sandbox required but unavailable: (.*)/i.exec(stderr)?.[1]
    if (unconfined !== undefined) throw new SandboxError(unconfined)
    const text = redactSecrets(stderr === '' ? message : `${message}: ${stderr}`, this.#secrets)
    const failure = classifyText(text)
    return failedSession(failure === 'other' ? 'process' : failure, [text], model)
  }
}

function observe(message: unknown, soFar: Omit<SessionSoFar, 'now'>): Omit<SessionSoFar, 'now'> {
  let { model, limitResetsAt } = soFar
  for (const event of translateMessage(message)) {
    if (event.type === 'limit') limitResetsAt = event.resetsAt
    if (event.type === 'text' || event.type === 'tool-call') model = event.model
  }
  return { model, limitResetsAt }
}

function raceAgainst(signal: AbortSignal) {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => {})
  const onAbort = () => reject(signal.reason)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort)
  return {
    race: <T>(work: Promise<T>): Promise<T> => Promise.race([work, promise]),
    [Symbol.dispose]: () => signal.removeEventListener('abort', onAbort),
  }
}
