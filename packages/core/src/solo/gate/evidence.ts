/** What a look of the done gate found, accepted or not. One file under .autonoe/evidence each. */
export interface Evidence {
  readonly deliverableId: string
  readonly outcome: 'accepted' | 'refused'
  /** Only when refused, as the agent was told. */
  readonly reason?: string
  /** ISO 8601. */
  readonly startedAt: string
  /** What HEAD was; null outside git or before the first commit. */
  readonly commit: string | null
  /** One for each verify command that was looked at; after a failure the rest are not. */
  readonly checks: readonly EvidenceOfCheck[]
  /** By path relative to the project: the hash of each test file. */
  readonly testFiles: Readonly<Record<string, string>>
  /** The fingerprint of the project when the look began; earlier versions took none. */
  readonly project?: string
}

export type EvidenceOfCheck =
  | {
      readonly command: string
      readonly ran: true
      /** Null when it did not end by itself. */
      readonly exitCode: number | null
      readonly timedOut: boolean
      readonly durationMs: number
      /** Of all that it printed, also of what `output` leaves out. */
      readonly outputSha256: string
      /** The end of what it printed. */
      readonly output: string
      /** Absent when it ran no test runner that agency knows. */
      readonly tests?: TestEvidence
      /** Absent when no linter or compiler that agency knows found anything. */
      readonly problems?: ProblemEvidence
    }
  /** The policy kept it from running, or it proves nothing. */
  | { readonly command: string; readonly ran: false; readonly reason: string }

export interface TestEvidence {
  readonly outcome: 'passed' | 'failed' | 'empty'
  readonly recognizedBy: 'command' | 'output'
  readonly runners: readonly string[]
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly errors: number
  readonly executed: number
}

export interface ProblemEvidence {
  readonly checkers: readonly string[]
  readonly errors: number
  readonly warnings: number
}

export interface EvidenceStore {
  /** Keeps it for good; resolves to its name under .autonoe/evidence. */
  store(evidence: Evidence): Promise<string>
}
