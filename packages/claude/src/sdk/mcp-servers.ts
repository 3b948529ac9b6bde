import type { McpServerConfig } from '@anthropic-ai/claude-agent-sdk'

/** A program that speaks the Model Context Protocol, as .autonoe/agent.json names it. */
export interface McpServer {
  readonly command: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

export type McpServers = Readonly<Record<string, McpServer>>

export function toSdkMcpServers(servers: McpServers): Record<string, McpServerConfig> {
  const configured = Object.entries(servers).map(([name, { command, args, env }]) => [
    name,
    {
      command,
      ...(args === undefined ? {} : { args: [...args] }),
      ...(env === undefined ? {} : { env: { ...env } }),
    },
  ])
  return Object.fromEntries(configured)
}
