import {
  createSdkMcpServer,
  type McpSdkServerConfigWithInstance,
  tool,
} from '@anthropic-ai/claude-agent-sdk'
import { z } from 'zod'
import { type ToolAnswer, toToolAnswer } from './tool-answer.ts'

/** The use cases behind the tools. They answer; they do not throw. */
export interface DeliverableTools {
  create(input: { readonly deliverables: readonly NewDeliverable[] }): Promise<ToolAnswer>
  setStatus(
    input: { readonly deliverableId: string; readonly passed: boolean },
    signal: AbortSignal,
  ): Promise<ToolAnswer>
  block(input: { readonly deliverableId: string }): Promise<ToolAnswer>
}

export interface NewDeliverable {
  readonly id: string
  readonly name: string
  readonly acceptanceCriteria: readonly string[]
  readonly verify?: readonly string[]
  readonly tests?: readonly string[]
}

export const deliverableServerName = 'autonoe-deliverable'

const deliverableId = z.string().min(1).describe('The id of the deliverable')

const newDeliverable = z.strictObject({
  id: z.string().min(1).describe('Short and unique, such as DL-001'),
  name: z.string().min(1).describe('What it is, in a few words'),
  acceptanceCriteria: z.array(z.string().min(1)).describe('What has to hold, one statement each'),
  verify: z
    .array(z.string().min(1))
    .exactOptional()
    .describe('Commands that agency runs itself before it accepts a pass; each has to succeed'),
  tests: z
    .array(z.string().min(1))
    .exactOptional()
    .describe('Files that hold its tests, relative to the project'),
})

/**
 * The tools through which an agent reports. They run in this process, never in the agent's; what
 * they have under way ends with the session, by the signal.
 */
export function createDeliverableServer(
  tools: DeliverableTools,
  signal: AbortSignal,
): McpSdkServerConfigWithInstance {
  return createSdkMcpServer({
    name: deliverableServerName,
    version: '1.0.0',
    alwaysLoad: true,
    tools: [
      tool(
        'create_deliverable',
        'Record deliverables with their acceptance criteria. All are stored, or none.',
        { deliverables: z.array(newDeliverable).min(1) },
        (input) => toToolAnswer(() => tools.create(input)),
      ),
      tool(
        'set_deliverable_status',
        'Claim that a deliverable has passed, or take it back. A claim is verified before it counts.',
        { deliverableId, passed: z.boolean() },
        (input) => toToolAnswer(() => tools.setStatus(input, signal)),
      ),
      tool(
        'block_deliverable',
        'Mark a deliverable that cannot be done in this environment, after several real tries.',
        { deliverableId },
        (input) => toToolAnswer(() => tools.block(input)),
      ),
    ],
  })
}
