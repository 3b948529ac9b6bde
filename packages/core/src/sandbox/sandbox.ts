import type { Result } from '../result.ts'
import type { SandboxPolicy } from './policy.ts'
import type { SandboxError } from './sandbox-error.ts'

/** The port behind which commands are confined. */
export interface Sandbox {
  /** As the start-up log names it: `bubblewrap`, `seatbelt`, `none`. */
  readonly engine: string
  /**
   * Gets a command ready to run under a policy; nothing of it runs yet. Every call stands alone:
   * what two commands get shares no file, no proxy and no state.
   */
  wrap(
    command: UnconfinedCommand,
    policy: SandboxPolicy,
  ): Promise<Result<ConfinedCommand, SandboxError>>
}

export interface UnconfinedCommand {
  /** The program and its arguments; no shell reads them. */
  readonly argv: readonly [string, ...string[]]
  /** All that the command finds in its environment, but for the proxy's own variables. */
  readonly environment: Readonly<Record<string, string>>
}

/**
 * Started by the caller, once, with exactly this argv and environment, in a process group of its
 * own. It dies with the caller. Dispose of it when it has ended: until then its network works.
 */
export interface ConfinedCommand extends AsyncDisposable {
  readonly argv: readonly [string, ...string[]]
  readonly environment: Readonly<Record<string, string>>
  /** Sends a signal to what runs inside; `pid` is always that of the started argv. */
  signal(pid: number, signal: SandboxSignal): void
  /** Ends everything inside, without a chance to clean up, and with it the argv. */
  kill(pid: number): void
  /**
   * Whether the command has ended while its sandbox has not. For a moment that is so at every end; if
   * it lasts, something inside holds the sandbox up, and only `kill` ends it.
   */
  isOver(pid: number): boolean
  /** Whether something inside listens on a port that the policy publishes. Never rejects. */
  isListening(port: number): Promise<boolean>
}

export type SandboxSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGQUIT' | 'SIGUSR1' | 'SIGUSR2'
