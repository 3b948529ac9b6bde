import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { findClaudeBinary } from './find-claude-binary.ts'
import { isolatedEnvironment } from './isolated-environment.ts'
import { runToEnd } from './run-to-end.ts'

export interface ClaudeRun {
  readonly exitCode: number
  /** The lines of stream-json, parsed. */
  readonly events: readonly ClaudeStreamEvent[]
  /** The last event; its fields are those of Claude's `result`. */
  readonly result: ClaudeStreamEvent
  /** `Write`, `Bash`, … in the order of their calls. */
  readonly toolCalls: readonly { readonly name: string; readonly input: unknown }[]
  readonly stderr: string
  readonly workingDirectory: string
}

export interface ClaudeStreamEvent {
  readonly type: string
  readonly [field: string]: unknown
}

export interface ClaudeRunOptions {
  readonly prompt: string
  /** Holds the run's home and, unless told otherwise, its working directory `work`. */
  readonly directory: string
  readonly baseUrl: string
  readonly workingDirectory?: string
  readonly arguments?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

/** Runs the real Claude Code to its end, isolated, with every permission inside its directory. */
export async function runClaude(options: ClaudeRunOptions): Promise<ClaudeRun> {
  const workingDirectory = options.workingDirectory ?? join(options.directory, 'work')
  mkdirSync(workingDirectory, { recursive: true })
  const argv = [findClaudeBinary(), ...standing, ...(options.arguments ?? [])]
  const { code, stdout, stderr } = await runToEnd(argv, {
    cwd: workingDirectory,
    env: {
      ...isolatedEnvironment(options.directory, options.baseUrl),
      CLAUDE_CODE_MAX_RETRIES: '1',
      ...options.environment,
    },
    stdin: options.prompt,
  })
  const events = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ClaudeStreamEvent)
  const result = events.findLast((event) => event.type === 'result')
  if (result === undefined) throw new Error(`claude gave no result: ${stdout}${stderr}`)
  const toolCalls = events.flatMap(callsIn)
  return { exitCode: code, events, result, toolCalls, stderr, workingDirectory }
}

const standing = [
  '-p',
  '--output-format',
  'stream-json',
  '--verbose',
  '--model',
  'sonnet',
  '--permission-mode',
  'bypassPermissions',
]

interface ContentBlock {
  readonly type: string
  readonly name: string
  readonly input: unknown
}

function callsIn(event: ClaudeStreamEvent): { name: string; input: unknown }[] {
  if (event.type !== 'assistant') return []
  const { content } = event['message'] as { content: ContentBlock[] }
  return content
    .filter((block) => block.type === 'tool_use')
    .map(({ name, input }) => ({ name, input }))
}
