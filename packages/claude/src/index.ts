export type { RunnerConfiguration } from './cli/arguments.ts'
export { ClaudeCodeRunner, type ClaudeCodeRunnerOptions } from './cli/claude-code-runner.ts'
export type {
  CommandExecutor,
  CommandExit,
  CommandLine,
  RunningCommand,
} from './cli/command-executor.ts'
export { type Environment, secretsIn } from './cli/environment.ts'
export { detectClaudeCodePath, findClaude } from './cli/find-claude.ts'
export { createSpawnExecutor } from './cli/spawn-executor.ts'
export { ClaudeAgentClient } from './sdk/claude-agent-client.ts'
export { createClaudeAgentClientFactory } from './sdk/claude-agent-client-factory.ts'
export type { ClaudeAgentClientOptions, PermissionLevel } from './sdk/client-options.ts'
export type {
  DeliverableTools,
  NewDeliverable,
} from './sdk/deliverable-server.ts'
export { type McpServer, type McpServers, toSdkMcpServers } from './sdk/mcp-servers.ts'
export type { PermissionRules } from './sdk/permission-rules.ts'
export { createPlaywrightServer, type PlaywrightPlace } from './sdk/playwright-server.ts'
export { packageRegistries } from './sdk/sandbox-settings.ts'
export { toResultSubtype, toSessionEnd } from './sdk/session-end.ts'
export { toStreamEvent, toStreamEvents } from './sdk/stream-events.ts'
export type { ToolAnswer } from './sdk/tool-answer.ts'
export type { ToolCallHook } from './sdk/tool-call-hook.ts'
