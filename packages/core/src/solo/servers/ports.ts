import type { CommandJudgement } from '../gate/ports.ts'

/** All that the servers of a session need of the world. */
export interface ServerPorts {
  /** The bash policy: whether the agent's own tools could run this line. */
  readonly judge: (command: string) => CommandJudgement
  readonly startServer: StartServer
  /** How long a server may take until it listens; 30 seconds unless told. */
  readonly patienceMs?: number
}

/**
 * Starts a bash line in the project, confined, and resolves when it listens on its port, to which the
 * same port of this machine's loopback then leads. A server that does not come to that is gone when
 * this resolves. Rejects with the signal's reason when that aborts, and otherwise never.
 */
export type StartServer = (
  request: ServerRequest,
  options: { readonly patienceMs: number; readonly signal: AbortSignal },
) => Promise<ServerStart>

export interface ServerRequest {
  readonly command: string
  readonly port: number
}

export type ServerStart =
  | { readonly outcome: 'listening'; readonly server: RunningServer }
  | { readonly outcome: 'exited'; readonly exit: ServerExit; readonly log: string }
  /** It ran for as long as it was given, and did not listen. */
  | { readonly outcome: 'silent'; readonly log: string }
  /** The sandbox refused; nothing ran. */
  | { readonly outcome: 'not-started'; readonly reason: string }

/** Disposing it ends it with all that it started, and gives the port back. */
export interface RunningServer extends AsyncDisposable {
  /** The end of what it printed. */
  log(): string
  /** Undefined for as long as it runs. */
  exit(): ServerExit | undefined
}

export interface ServerExit {
  /** Null when a signal ended it. */
  readonly exitCode: number | null
}
