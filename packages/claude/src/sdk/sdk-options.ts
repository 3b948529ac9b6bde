import type { SessionSetup } from '@agency/core'
import type { Options, Settings } from '@anthropic-ai/claude-agent-sdk'
import { buildEnvironment } from '../cli/environment.ts'
import { findClaude } from '../cli/find-claude.ts'
import type { ClaudeAgentClientOptions } from './client-options.ts'
import { createDeliverableServer, deliverableServerName } from './deliverable-server.ts'
import { createFetchRules } from './fetch-rules.ts'
import { toSdkMcpServers } from './mcp-servers.ts'
import { mergeRules, offeredTools } from './permission-rules.ts'
import { buildSandbox } from './sandbox-settings.ts'
import { createServerTools, type ServerTools, serverToolsName } from './server-tools.ts'
import { type ToolCallHook, toSdkHook } from './tool-call-hook.ts'

/** What lives as long as one session. */
export interface SessionScope {
  /** Aborts when the session is over. */
  readonly over: AbortSignal
  readonly servers?: ServerTools | undefined
}

/** The SDK's options for one session. Throws a ClaudeInvocationError when there is no claude. */
export function buildSdkOptions(
  options: ClaudeAgentClientOptions,
  setup: SessionSetup,
  { over, servers }: SessionScope,
): Options {
  const { cwd, environment, variables = {}, permissions = {}, allowedTools = [] } = options
  const { permissionLevel = 'default' } = options
  return {
    cwd,
    env: buildEnvironment(environment, ownVariables(environment['PATH'] ?? ''), variables),
    pathToClaudeCodeExecutable: findClaude(environment),
    systemPrompt: { type: 'preset', preset: 'claude_code' },
    // Nothing of this machine's or the project's own Claude settings, servers and memories.
    settingSources: [],
    strictMcpConfig: true,
    persistSession: false,
    settings: buildSettings(options),
    sandbox: buildSandbox(options),
    tools: offeredTools(permissions, allowedTools),
    permissionMode: permissionLevel,
    ...(permissionLevel === 'bypassPermissions' ? { allowDangerouslySkipPermissions: true } : {}),
    hooks: { PreToolUse: [{ hooks: [toSdkHook(options.toolCallHooks, grantsFetch(options))] }] },
    mcpServers: {
      ...toSdkMcpServers({
        ...(options.playwright === undefined ? {} : { playwright: options.playwright }),
        ...options.mcpServers,
      }),
      // Last, so that no entry can take their place.
      [deliverableServerName]: createDeliverableServer(options.deliverables, over),
      ...(servers === undefined ? {} : { [serverToolsName]: createServerTools(servers) }),
    },
    ...(setup.model === undefined ? {} : { model: setup.model }),
    ...(setup.maxBudgetUsd === undefined ? {} : { maxBudgetUsd: setup.maxBudgetUsd }),
  }
}

function ownVariables(path: string) {
  const bash = Bun.which('bash', { PATH: path }) ?? '/bin/bash'
  return {
    // A claude that cannot start says why in a result, not only on stderr.
    CLAUDE_CODE_STARTUP_FAILURE_RESULTS: '1',
    // Commands are judged as bash reads them, so bash has to read them; Claude likes zsh as much.
    SHELL: bash,
    CLAUDE_CODE_SHELL: bash,
  }
}

function buildSettings({
  permissions = {},
  allowedTools = [],
  hooks,
}: ClaudeAgentClientOptions): Settings {
  return {
    permissions: { ...mergeRules(permissions, allowedTools), denyInsteadOfPrompting: true },
    autoMemoryEnabled: false,
    // With them comes a picture of the git status: taken when claude starts, old when its session does.
    includeGitInstructions: false,
    ...(hooks === undefined ? {} : { hooks }),
  }
}

function grantsFetch({ permissions = {}, allowedTools = [] }: ClaudeAgentClientOptions) {
  const isGranted = createFetchRules([...(permissions.allow ?? []), ...allowedTools])
  return ({ tool_name, tool_input: { url } }: Parameters<ToolCallHook>[0]): boolean =>
    tool_name === 'WebFetch' && typeof url === 'string' && isGranted(url)
}
