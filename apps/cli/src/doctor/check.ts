import type { SandboxCheck } from '@agency/sandbox'

/** One thing that doctor looks at. It never throws for what it finds, only when it cannot look. */
export interface Check {
  readonly name: string
  /** Without it agency cannot do its work. */
  readonly needed: boolean
  readonly look: (place: Place, signal: AbortSignal) => Promise<Finding>
}

export type Finding =
  | { readonly state: 'ok'; readonly detail: string }
  /** It is there but not as it should be, or only some work needs it. */
  | { readonly state: 'warn'; readonly detail: string; readonly fix: string }
  | { readonly state: 'missing'; readonly detail: string; readonly fix: string }

/** The machine that is looked at. */
export interface Place {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  /** The person's own directory. */
  readonly home: string
  readonly root: string
  /** The path of an executable on PATH. */
  find(name: string): string | undefined
  run(command: readonly string[], signal: AbortSignal): Promise<Outcome>
  /** Whether there is a server that drives a browser for Claude: a compiled agency does not carry it. */
  hasPlaywright(): Promise<boolean>
  /** The tools of the sandbox, and whether a whole one starts. */
  sandboxTools(): Promise<readonly SandboxCheck[]>
}

export interface Outcome {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}
