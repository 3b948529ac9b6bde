import {
  type AIEventListener,
  type AIRequest,
  type AIResult,
  type AIRunner,
  ClaudeInvocationError,
  type Clock,
  defaultRetryPolicy,
  type Logger,
  type Random,
  type RetryPolicy,
  redactSecrets,
  retry,
  silentLogger,
  systemClock,
} from '@agency/core'
import {
  buildArguments,
  conversationArguments,
  defaultConfiguration,
  type Exchange,
  limitsOf,
  type RunnerConfiguration,
} from './arguments.ts'
import { checkRequest } from './check-request.ts'
import type { CommandExecutor, CommandLine } from './command-executor.ts'
import { startDeadline } from './deadline.ts'
import { buildEnvironment, type Environment, secretsIn } from './environment.ts'
import { findClaude } from './find-claude.ts'
import { createRun } from './run.ts'
import { createSpawnExecutor } from './spawn-executor.ts'
import { createWarmPlace, type WarmPlace } from './warm-place.ts'

export interface ClaudeCodeRunnerOptions {
  readonly configuration?: Partial<RunnerConfiguration>
  /** The environment of the process, from which the child's is built. */
  readonly environment: Environment
  /** Where a request that names no directory runs. */
  readonly workingDir: string
  readonly executor?: CommandExecutor
  readonly clock?: Clock
  readonly random?: Random
  readonly logger?: Logger
  readonly retryPolicy?: RetryPolicy
  /** How long a cancelled Claude may take to end by itself. */
  readonly cancelGraceMs?: number
  /** How long a prepared process waits for its prompt. */
  readonly warmForMs?: number
}

/** Runs prompts through the `claude` executable. */
export class ClaudeCodeRunner implements AIRunner, AsyncDisposable {
  readonly #options: ClaudeCodeRunnerOptions
  readonly #configuration: RunnerConfiguration
  readonly #executor: CommandExecutor
  readonly #clock: Clock
  readonly #logger: Logger
  readonly #warm: WarmPlace

  constructor(options: ClaudeCodeRunnerOptions) {
    this.#options = options
    this.#configuration = { ...defaultConfiguration, ...options.configuration }
    this.#clock = options.clock ?? systemClock
    this.#executor = options.executor ?? createSpawnExecutor()
    this.#logger = options.logger ?? silentLogger
    this.#warm = createWarmPlace(this.#executor, this.#clock, options.warmForMs ?? 10 * 60 * 1000)
  }

  async run(request: AIRequest, signal: AbortSignal, onEvent?: AIEventListener): Promise<AIResult> {
    if (signal.aborted) {
      throw new ClaudeInvocationError('cancelled', 'the run was cancelled before it began', {
        cause: signal.reason,
      })
    }
    this.#check(request)
    const { executable, environment } = this.#commandLine(request, 'events')
    const secrets = secretsIn(environment)
    using deadline = startDeadline(
      request.timeoutMs || this.#configuration.timeoutMs,
      signal,
      this.#clock,
    )
    const run = createRun({
      request,
      limits: limitsOf(request, this.#configuration),
      secrets,
      deadline,
      onEvent,
      clock: this.#clock,
      cancelGraceMs: this.#options.cancelGraceMs ?? 10_000,
      start: (attempt) => {
        const command = this.#commandLine({ ...request, ...attempt.limits }, attempt.exchange)
        const words = [...command.arguments, ...conversationArguments(attempt.conversation)]
        const shown = words.map((word) => redactSecrets(word, secrets))
        this.#logger.debug('starting claude', { arguments: shown })
        return this.#executor.start({ ...command, arguments: words })
      },
      takeWarm: () =>
        request.conversation === undefined
          ? this.#warm.take(this.#commandLine(request, 'warm'))
          : undefined,
    })
    const policy = this.#options.retryPolicy ?? defaultRetryPolicy
    try {
      const { value, attempts, exhausted } = await retry(
        async (number) => {
          const attempt = await run.attempt(number)
          this.#logger.debug('claude ended', { attempt: number, settled: attempt.settled })
          return attempt
        },
        policy,
        {
          clock: this.#clock,
          random: this.#options.random ?? Math.random,
          signal: deadline.signal,
          timeLeftMs: () => deadline.timeLeftMs(),
          onWait: ({ attempt, delayMs }) => run.announceRetry(attempt, delayMs),
        },
      )
      if (value.kind === 'result') return value.result
      throw exhausted ? retriesExceeded(value.error, attempts) : value.error
    } catch (error) {
      if (error instanceof ClaudeInvocationError) throw error
      if (deadline.signal.aborted) throw run.overdue()
      if (isSpawnFailure(error)) throw notStartable(executable, error)
      throw new ClaudeInvocationError('process', redactSecrets(String(error), secrets), {
        cause: error,
      })
    }
  }

  /**
   * Starts a process that waits for the prompt of a coming run with these very options. Resolves to
   * whether it came up. Without one a run starts cold, and tells what is wrong; there is nothing else
   * to do about it. Rejects only as `run` does before it starts anything: a bad request, no claude.
   */
  async prepare(request: Omit<AIRequest, 'prompt' | 'conversation'> = {}): Promise<boolean> {
    this.#check({ ...request, prompt: '(to come)' })
    return this.#warm.prepare(this.#commandLine(request, 'warm'))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#warm[Symbol.asyncDispose]()
  }

  #check(request: AIRequest): void {
    checkRequest(request, this.#workingDir(request))
  }

  #workingDir(request: Pick<AIRequest, 'workingDir'>): string {
    return request.workingDir ?? this.#options.workingDir
  }

  #commandLine(request: Omit<AIRequest, 'prompt'>, exchange: Exchange): CommandLine {
    const { environment } = this.#options
    return {
      executable: findClaude(environment),
      arguments: buildArguments(request, this.#configuration, exchange),
      workingDir: this.#workingDir(request),
      environment: buildEnvironment(
        environment,
        this.#configuration.environment ?? {},
        request.environment ?? {},
      ),
    }
  }
}

/** The system would not start the file, though it may be executed: a wrong format, no interpreter. */
function isSpawnFailure(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && error.syscall === 'posix_spawn'
}

function notStartable(path: string, cause: NodeJS.ErrnoException): ClaudeInvocationError {
  return new ClaudeInvocationError(
    'bad-configuration',
    `${path} cannot be started (${cause.code}): it is no program for this machine, or the interpreter in its first line is missing`,
    { data: { path }, cause },
  )
}

function retriesExceeded(last: ClaudeInvocationError, attempts: number): ClaudeInvocationError {
  return new ClaudeInvocationError(
    last.kind,
    `max retries exceeded after ${attempts} attempts: ${last.detail}`,
    { data: last.data, cause: last, soFar: last.soFar },
  )
}
