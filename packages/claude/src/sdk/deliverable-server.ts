import {
  createSdkMcpServer,
  type McpSdkServerConfigWithInstance,
  tool,
} from '@anthropic-ai/claude-agent-sdk'
import { z } from 'zod'

/** What a deliverable tool tells the agent. */
export interface DeliverableAnswer {
  readonly success: boolean
  readonly message: string
  /** Only on failure. */
  readonly error?: string
}

/** The use cases behind the tools. They answer; they do not throw. */
export interface DeliverableTools {
  create(input: { readonly deliverables: readonly NewDeliverable[] }): Promise<DeliverableAnswer>
  setStatus(
    input: { readonly deliverableId: string; readonly passed: boolean },
    signal: AbortSignal,
  ): Promise<DeliverableAnswer>
  block(input: { readonly deliverableId: string }): Promise<DeliverableAnswer>
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
        (input) => answer(() => tools.create(input)),
      ),
      tool(
        'set_deliverable_status',
        'Claim that a deliverable has passed, or take it back. A claim is verified before it counts.',
        { deliverableId, passed: z.boolean() },
        (input) => answer(() => tools.setStatus(input, signal)),
      ),
      tool(
        'block_deliverable',
        'Mark a deliverable that cannot be done in this environment, after several real tries.',
        { deliverableId },
        (input) => answer(() => tools.block(input)),
      ),
    ],
  })
}

async function answer(use: () => Promise<DeliverableAnswer>) {
  const given = await use().catch((error: unknown) => ({
    success: false,
    message: error instanceof Error ? error.message : String(error),
    error: 'internal_error',
  }))
  return {
    content: [{ type: 'text' as const, text: JSON.stringify(given) }],
    isError: !given.success,
  }
}
