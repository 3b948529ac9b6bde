/** What is started. There is no shell in between: arguments arrive as they are. */
export interface CommandLine {
  readonly executable: string
  readonly arguments: readonly string[]
  readonly workingDir: string
  readonly environment: Readonly<Record<string, string>>
}

export interface CommandExit {
  readonly code: number | null
  readonly signal: string | null
}

/** A started process together with all that it starts. */
export interface RunningCommand {
  /** Whoever begins to read it reads it to its end, or returns its iterator. */
  readonly stdout: AsyncIterable<Uint8Array>
  write(text: string): void
  closeInput(): void
  /** The end of what it wrote to stderr, without its secrets, complete once it has exited. */
  stderrTail(): string
  /** Resolves when it is gone and so is everything that it left behind. */
  readonly ended: Promise<CommandExit>
  /** Asks the whole group to end, then makes it. Resolves with `ended`. */
  stop(graceMs: number): Promise<void>
}

/** The port through which every attempt goes; tests bring their own. */
export interface CommandExecutor {
  start(command: CommandLine): RunningCommand
}
