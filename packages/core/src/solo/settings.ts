/** What a project may say in .autonoe/agent.json, after validation. */
export interface AgentConfiguration {
  /** The languages whose commands are allowed; all of them unless told. */
  readonly profile?: string | readonly string[]
  readonly allowCommands?: readonly string[]
  readonly allowPkillTargets?: readonly string[]
  readonly permissions?: { readonly allow?: readonly string[] }
  readonly allowedTools?: readonly string[]
  readonly mcpServers?: Readonly<Record<string, McpServer>>
  readonly hooks?: HookSettings
  /** Read, and ignored aloud: only --no-sandbox turns the sandbox off. */
  readonly sandbox?: unknown
}

export interface McpServer {
  readonly command: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** By event, in the form of Claude Code's own settings. */
export type HookSettings = Readonly<Record<string, readonly HookMatcher[]>>

export interface HookMatcher {
  readonly matcher?: string
  readonly hooks: readonly Readonly<Record<string, unknown>>[]
}

/** What a session is run with: the baseline, and over it what the project added. */
export interface Settings {
  /** Undefined: every profile. */
  readonly profile: readonly string[] | undefined
  readonly allowCommands: readonly string[]
  readonly allowPkillTargets: readonly string[]
  readonly permissions: { readonly allow: readonly string[] }
  readonly allowedTools: readonly string[]
  /** Besides those that are agency itself and need no settings. */
  readonly mcpServers: Readonly<Record<string, McpServer>>
  /** The project's own; those of the policy are not settings and always run. */
  readonly hooks: HookSettings
  readonly sandbox: { readonly enabled: true; readonly autoAllowBashIfSandboxed: true }
  /** What of the configuration has no effect, and why, a line each. */
  readonly warnings: readonly string[]
}

/** The MCP servers that are agency itself. */
const ownServers = ['autonoe-deliverable', 'autonoe-server']

/** What every session has, whatever a project says. */
export const securityBaseline = {
  permissions: {
    allow: ['Read(./**)', 'Write(./**)', 'Edit(./**)', 'Glob(./**)', 'Grep(./**)'],
  },
  allowedTools: ['Read', 'Write', 'Edit', 'Glob', 'Grep', 'Bash'],
} as const

/** Merges what a project configured over what is built in. Nothing built in can be lost by it. */
export function createSettings(
  configuration: AgentConfiguration,
  builtInServers: Readonly<Record<string, McpServer>>,
): Settings {
  const reserved = new Set([...ownServers, ...Object.keys(builtInServers)])
  const servers = Object.entries(configuration.mcpServers ?? {})
  const added = servers.filter(([name]) => !reserved.has(name))
  return {
    profile: configuration.profile === undefined ? undefined : [configuration.profile].flat(),
    allowCommands: configuration.allowCommands ?? [],
    allowPkillTargets: configuration.allowPkillTargets ?? [],
    permissions: {
      allow: union(securityBaseline.permissions.allow, configuration.permissions?.allow),
    },
    allowedTools: union(securityBaseline.allowedTools, configuration.allowedTools),
    mcpServers: { ...Object.fromEntries(added), ...builtInServers },
    hooks: configuration.hooks ?? {},
    sandbox: { enabled: true, autoAllowBashIfSandboxed: true },
    warnings: [
      ...(configuration.sandbox === undefined
        ? []
        : ['"sandbox" is ignored: the sandbox is always on, unless you pass --no-sandbox']),
      ...servers
        .filter(([name]) => reserved.has(name))
        .map(([name]) => `"mcpServers.${name}" is ignored: the server of that name is built in`),
    ],
  }
}

function union(baseline: readonly string[], added: readonly string[] = []): string[] {
  return [...new Set([...baseline, ...added])]
}
