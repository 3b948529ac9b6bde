export interface Scenario {
  readonly command: string
  /** The project the command runs in: path to text. */
  readonly files: Readonly<Record<string, string>>
}

/** By the name of the recording. */
export type Scenarios = Readonly<Record<string, Scenario>>

export const manifest = (test: string) =>
  JSON.stringify({ name: 'demo', version: '1.0.0', private: true, scripts: { test } })
