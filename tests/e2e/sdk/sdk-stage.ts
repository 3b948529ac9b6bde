import {
  type ClaudeAgentClientOptions,
  createClaudeAgentClientFactory,
  type DeliverableTools,
} from '@agency/claude'
import type { SessionEnd, SessionSetup, StreamEvent, ToolResponse } from '@agency/core'
import {
  createBashHook,
  createBashPolicy,
  createFileScopeHook,
  createProtectedPathHook,
  nodeFileView,
} from '@agency/policy'
import { type Stage, setStage } from '../stage.ts'

/** A stage on which sessions run through the SDK, with the hooks that apps/cli gives them. */
export interface SdkStage extends Stage {
  readonly calls: unknown[]
  options(changes?: Partial<ClaudeAgentClientOptions>): ClaudeAgentClientOptions
  /** One whole session. */
  session(changes?: Partial<ClaudeAgentClientOptions>, setup?: SessionSetup): Promise<Session>
}

export interface Session {
  readonly events: readonly StreamEvent[]
  readonly responses: readonly ToolResponse[]
  readonly end: SessionEnd
}

export const never = new AbortController().signal

export async function setSdkStage(turns: string): Promise<SdkStage> {
  const stage = await setStage(turns)
  const calls: unknown[] = []
  const scope = { projectDirectory: stage.project, files: nodeFileView }
  const options = (changes: Partial<ClaudeAgentClientOptions> = {}): ClaudeAgentClientOptions => ({
    cwd: stage.project,
    environment: stage.environment,
    deliverables: recordingTools(calls),
    toolCallHooks: [
      createBashHook(createBashPolicy({ projectDirectory: stage.project })),
      createFileScopeHook(scope),
      createProtectedPathHook(scope),
    ],
    ...changes,
  })
  return {
    ...stage,
    calls,
    options,
    async session(changes, setup = {}) {
      await using client = createClaudeAgentClientFactory(options(changes)).create(setup)
      const events: StreamEvent[] = []
      for await (const event of client.query('Do it.', never)) events.push(event)
      return summarise(events)
    },
  }
}

export function summarise(events: readonly StreamEvent[]): Session {
  const end = events.at(-1)
  if (end?.type !== 'session_end') throw new Error('the last event is not a session_end')
  return { events, responses: events.filter((event) => event.type === 'tool_response'), end }
}

function recordingTools(calls: unknown[]): DeliverableTools {
  const record = async (input: unknown) => {
    calls.push(input)
    return { success: true, message: 'noted' }
  }
  return { create: record, setStatus: record, block: record }
}
