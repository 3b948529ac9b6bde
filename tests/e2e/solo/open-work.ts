import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Deliverable, RunEvent, RunResult } from '@agency/core'
import { asCompiled, type Executable, type Stage, setStage } from '../stage.ts'

interface OpenWork {
  /** What is planned already, so that the first session may begin with the work. */
  readonly deliverables?: readonly Partial<Deliverable>[]
  /** What `.autonoe/agent.json` says. */
  readonly agent?: unknown
  /** Further files of the project, by their path. */
  readonly files?: Readonly<Record<string, string>>
  /** What is run, if not the compiled one. */
  readonly executable?: Executable
}

/** A stage whose project has a plan. The script is what `setStage` takes. */
export async function setOpenWork(script: string, work: OpenWork = {}): Promise<Stage> {
  const stage = await setStage(script, work.executable ?? (await asCompiled()))
  mkdirSync(join(stage.project, '.autonoe'))
  const files = {
    'SPEC.md': '# A greeting\n',
    '.autonoe/status.json': statusOf(work.deliverables ?? [greeting]),
    ...(work.agent === undefined ? {} : { '.autonoe/agent.json': JSON.stringify(work.agent) }),
    ...work.files,
  }
  for (const [path, text] of Object.entries(files)) writeFileSync(join(stage.project, path), text)
  return stage
}

export const greeting = {
  id: 'DL-001',
  name: 'Greeting',
  acceptanceCriteria: ['hello.txt greets the world'],
  verify: ['grep -q Hello hello.txt'],
}

export function statusOf(deliverables: readonly Partial<Deliverable>[]): string {
  const whole = deliverables.map((one) => ({ ...greeting, passed: false, blocked: false, ...one }))
  return `${JSON.stringify({ deliverables: whole }, undefined, 2)}\n`
}

/** The turns of a session that does what is to be done, and claims it. */
export const honestTurns = `
      - do: [ { Write: { file_path: "{{cwd}}/hello.txt", content: "Hello" } } ]
      - do: [ { mcp__autonoe-deliverable__set_deliverable_status: { deliverableId: DL-001, passed: true } } ]
      - say: done
`

/** A script of several sessions, each given by its turns. */
export function sessions(...turns: readonly string[]): string {
  const parts = turns.map((lines, index) => `  - name: session ${index + 1}\n    turns:${lines}`)
  return `conversations:\n${parts.join('\n')}`
}

/** A script of one session that makes these tool calls, one a turn, whatever comes of them. */
export function sessionThatCalls(calls: readonly ToolCall[]): string {
  const turns = calls.map((call) => ({ do: [call] }))
  return `turns: ${JSON.stringify([...turns, { say: 'done' }])}`
}

export type ToolCall = Readonly<Record<string, unknown>>

export function bash(command: string): ToolCall {
  return { Bash: { command } }
}

export function claim(deliverableId: string): ToolCall {
  return { 'mcp__autonoe-deliverable__set_deliverable_status': { deliverableId, passed: true } }
}

export function readStatus(stage: Stage): readonly Deliverable[] {
  return JSON.parse(readState(stage, 'status.json')).deliverables
}

export function readState(stage: Stage, name: string): string {
  return readFileSync(join(stage.project, '.autonoe', name), 'utf8')
}

/** What `--json` printed. */
export function eventsIn(stdout: string): RunEvent[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

export function resultIn(stdout: string): RunResult {
  const last = eventsIn(stdout).at(-1)
  if (last?.type !== 'run_ended') throw new Error(`no run_ended in: ${stdout}`)
  return last.result
}

/** What the agent's tool calls were answered, in order. */
export function answersIn(stdout: string): { content: string; isError: boolean }[] {
  return eventsIn(stdout).flatMap((line) =>
    line.type === 'agent' && line.event.type === 'tool_response' ? [line.event] : [],
  )
}

export function askedOf(stage: Stage): number {
  return stage.model.requests.filter(({ path }) => path.startsWith('/v1/messages')).length
}
