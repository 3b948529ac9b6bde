import type { Clock } from '../../clock.ts'
import type { ProjectFingerprint } from '../ports.ts'
import type { EvidenceStore } from './evidence.ts'

/** All that the done gate needs of the world. */
export interface DoneGatePorts {
  /** The bash policy: whether the agent's own tools could run this line. */
  readonly judge: (command: string) => CommandJudgement
  /** Why a line proves nothing whatever it does: it cannot fail, or hides its exit code. */
  readonly objectionToCheck: (command: string) => string | undefined
  /** The lines that this one runs by the name of a script: what `npm test` stands for. */
  readonly findScripts: (command: string) => Promise<readonly string[]>
  readonly runCommand: RunCommand
  readonly readReport: (finished: FinishedCheck) => CheckReport | undefined
  /** What linters and compilers found wrong, for the agent to mend. */
  readonly readProblems: (finished: FinishedCheck) => CheckProblems | undefined
  readonly evidence: EvidenceStore
  readonly fingerprint: ProjectFingerprint
  readonly hashFiles: HashFiles
  /** Every file of the project that looks like a test, relative to it. */
  readonly findTestFiles: () => Promise<readonly string[]>
  /** What HEAD is; null outside git or before the first commit. */
  readonly commit: () => Promise<string | null>
  readonly clock: Clock
  /** For each command; ten minutes unless told. */
  readonly timeoutMs?: number
}

export type CommandJudgement =
  | { readonly decision: 'allow' }
  | { readonly decision: 'deny'; readonly reason: string }

/**
 * Runs a bash line in the project, confined, and ends with it all that it started. Rejects with the
 * signal's reason when that aborts, and otherwise never.
 */
export type RunCommand = (
  command: string,
  options: { readonly timeoutMs: number; readonly signal: AbortSignal },
) => Promise<CommandRun>

export type CommandRun =
  | {
      /** Held up: it ended, but something that it had started kept its sandbox from ending. */
      readonly outcome: 'exited' | 'killed' | 'held-up' | 'timed-out' | 'too-much-output'
      /** Null unless it exited by itself. */
      readonly exitCode: number | null
      /** The beginning and the end, where it printed more than a report takes. */
      readonly stdout: string
      readonly stderr: string
      /** Of all that it printed: SHA-256 of stdout and then stderr. */
      readonly outputSha256: string
      readonly durationMs: number
    }
  /** The sandbox refused; nothing ran. */
  | { readonly outcome: 'not-started'; readonly reason: string }

export interface FinishedCheck {
  readonly command: string
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number | null
}

/** What the gate reads of a test report. */
export interface CheckReport {
  readonly outcome: 'passed' | 'failed' | 'empty'
  readonly recognizedBy: 'command' | 'output'
  readonly runs: readonly { readonly runner: string }[]
  readonly failures: readonly {
    readonly name: string
    readonly file?: string
    readonly line?: number
    readonly message: string
  }[]
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly errors: number
  readonly executed: number
}

/** What the gate reads of the report of a linter or compiler. */
export interface CheckProblems {
  readonly problems: readonly {
    readonly severity: 'error' | 'warning'
    readonly file?: string
    readonly line?: number
    readonly column?: number
    readonly rule?: string
    readonly message: string
  }[]
  readonly checkers: readonly string[]
  readonly errors: number
  readonly warnings: number
}

/**
 * Hashes files of the project; the hashes are by path relative to it. A directory stands for all
 * files in it. What is not there, or lies outside the project, is in `missing`.
 */
export type HashFiles = (paths: readonly string[]) => Promise<{
  readonly hashes: Readonly<Record<string, string>>
  readonly missing: readonly string[]
}>
