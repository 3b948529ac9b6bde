/** The linters and compilers whose output is read. */
type Checker = 'tsc' | 'eslint' | 'biome'

export interface Problem {
  readonly checker: Checker
  readonly severity: 'error' | 'warning'
  /** Absent for what concerns no file, or the whole of one. */
  readonly file?: string
  readonly line?: number
  readonly column?: number
  /** As the checker names it: `TS2322`, `no-unused-vars`. */
  readonly rule?: string
  readonly message: string
}

export interface ProblemReport {
  /** Errors first; of very many only the first. */
  readonly problems: readonly Problem[]
  readonly checkers: readonly Checker[]
  /** All of them, also those that a checker counted without telling them. */
  readonly errors: number
  readonly warnings: number
}
