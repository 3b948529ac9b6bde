import type { AgentConfiguration, Result } from '@agency/core'
import { z } from 'zod'
import type { InvalidFileError } from '../invalid-file-error.ts'
import { parseJsonFile } from '../parse-json-file.ts'
import { hookSettings } from './hook-settings.ts'

/** The languages that a project can choose among; the policy knows their commands. */
export const profileChoices = ['node', 'python', 'ruby', 'go'] as const

/** The text of .autonoe/agent.json. */
export function parseAgentConfiguration(
  text: string,
  file = '.autonoe/agent.json',
): Result<AgentConfiguration, InvalidFileError> {
  return parseJsonFile(text, agentConfiguration, {
    name: file,
    fix: 'Correct it, or delete the file to work with the defaults',
  })
}

const profile = z.enum(profileChoices)

const commandName = z
  .string()
  .regex(/^[^\s"'`$;&|<>()]+$/, 'must be the name of a command alone, such as "docker"')

const nonEmptyText = z.string().regex(/\S/, 'must not be empty')

const permissionRule = z
  .string()
  .regex(
    /^[A-Za-z_][\w.:*-]*(?:\(.*\))?$/s,
    'must be a tool, or a tool with a pattern, such as "WebFetch(https://example.com/*)"',
  )

const serverName = z
  .string()
  .regex(/^[A-Za-z0-9_-]+$/, 'the name of a server has letters, digits, - and _ only')

const mcpServer = z.strictObject(
  {
    command: nonEmptyText,
    args: z.exactOptional(z.array(z.string()).readonly()),
    env: z.exactOptional(z.record(z.string(), z.string()).readonly()),
  },
  { error: accepted('command, args, env') },
)

const permissions = z.strictObject(
  { allow: z.exactOptional(z.array(permissionRule).readonly()) },
  { error: accepted('allow') },
)

const agentConfiguration: z.ZodType<AgentConfiguration> = z.strictObject(
  {
    profile: z.exactOptional(z.union([profile, z.array(profile).readonly()])),
    allowCommands: z.exactOptional(z.array(commandName).readonly()),
    allowPkillTargets: z.exactOptional(z.array(commandName).readonly()),
    permissions: z.exactOptional(permissions),
    allowedTools: z.exactOptional(z.array(permissionRule).readonly()),
    mcpServers: z.exactOptional(z.record(serverName, mcpServer).readonly()),
    hooks: z.exactOptional(hookSettings),
    sandbox: z.exactOptional(z.unknown()),
  },
  {
    error: accepted(
      'profile, allowCommands, allowPkillTargets, permissions, allowedTools, mcpServers, hooks',
    ),
  },
)

/** The names that an object may have, for the error about one that it may not. */
function accepted(names: string) {
  return (issue: { readonly code?: string }) =>
    issue.code === 'unrecognized_keys' ? `accepted are ${names}` : undefined
}
