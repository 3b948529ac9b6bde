import type { SessionServers } from '@agency/core'
import type { Settings } from '@anthropic-ai/claude-agent-sdk'
import type { Environment } from '../cli/environment.ts'
import type { DeliverableTools } from './deliverable-server.ts'
import type { McpServer, McpServers } from './mcp-servers.ts'
import type { PermissionRules } from './permission-rules.ts'
import type { ToolCallHook } from './tool-call-hook.ts'

export type PermissionLevel = 'default' | 'acceptEdits' | 'bypassPermissions'

/** All that the sessions of a run have in common. */
export interface ClaudeAgentClientOptions {
  /** The project. */
  readonly cwd: string
  /** The environment of the process, from which the child's is built. */
  readonly environment: Environment
  /** What the child gets besides. */
  readonly variables?: Environment
  readonly permissionLevel?: PermissionLevel
  readonly deliverables: DeliverableTools
  /** The servers of one session, which end with it. Without this its agent can start none. */
  readonly openServers?: () => SessionServers
  /** Judge every tool call, before rules and before the user's hooks. */
  readonly toolCallHooks: readonly ToolCallHook[]
  /** False only on an explicit wish; commands then run with the rights of this process. */
  readonly sandbox?: boolean
  /** What commands in the sandbox may reach; the package registries by default. */
  readonly allowedDomains?: readonly string[]
  /** All that commands in the sandbox may read besides the project; without it all but secrets. */
  readonly readablePaths?: readonly string[]
  /** The browser's server, where there is a browser. */
  readonly playwright?: McpServer
  /** Added to the built-in servers. */
  readonly mcpServers?: McpServers
  /** Added to the baseline. */
  readonly allowedTools?: readonly string[]
  /** Added to the baseline. */
  readonly permissions?: PermissionRules
  /** Hooks in the form of Claude Code's settings; they run besides toolCallHooks. */
  readonly hooks?: NonNullable<Settings['hooks']>
  /** How long claude may take to end by itself. */
  readonly graceMs?: number
}
