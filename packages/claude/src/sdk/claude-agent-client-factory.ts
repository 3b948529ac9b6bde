import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentClient, AgentClientFactory, SessionSetup } from '@agency/core'
import { findClaude } from '../cli/find-claude.ts'
import { ClaudeAgentClient } from './claude-agent-client.ts'
import type { ClaudeAgentClientOptions } from './client-options.ts'
import { type MountPoints, prepareMountPoints } from './mount-points.ts'
import { requireSandboxTools } from './require-sandbox-tools.ts'

/**
 * Clients on the Agent SDK. `create` throws before anything is started when no session could run: a
 * ClaudeInvocationError without a claude, a SandboxError without the tools of the sandbox.
 */
export function createClaudeAgentClientFactory(
  options: ClaudeAgentClientOptions,
): AgentClientFactory {
  let mountPoints: MountPoints | undefined
  return {
    create(setup: SessionSetup): AgentClient {
      findClaude(options.environment)
      if (options.sandbox === false) return new ClaudeAgentClient(options, setup)
      requireSandboxTools(options.environment['PATH'] ?? '')
      // The sandbox guards it only if it exists.
      mkdirSync(join(options.cwd, '.autonoe'), { recursive: true })
      mountPoints ??= prepareMountPoints(options.cwd)
      return new ClaudeAgentClient(
        { ...options, variables: { ...mountPoints.variables, ...options.variables } },
        setup,
        mountPoints.removeLeftovers,
      )
    },
  }
}
