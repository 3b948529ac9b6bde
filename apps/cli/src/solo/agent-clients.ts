import { join } from 'node:path'
import { type ClaudeAgentClientOptions, createClaudeAgentClientFactory } from '@agency/claude'
import {
  type AgentClient,
  type AgentClientFactory,
  createSessionServers,
  type DeliverableService,
  type Settings,
  type StartServer,
} from '@agency/core'
import {
  createBashHook,
  createBashPolicy,
  createFileScopeHook,
  createProtectedPathHook,
  judgeCommand,
  nodeFileView,
} from '@agency/policy'
import { createServerStarter, findProgramPaths, linuxSystemPaths } from '@agency/sandbox'
import type { Context } from '../frame/command.ts'
import { withModel } from '../frame/rehearsal-model.ts'
import { bashPolicyOptions } from './bash-policy-options.ts'
import { confine, runtimes } from './confinement.ts'
import type { RunOptions } from './run-options.ts'

export interface AgentClientParts {
  readonly projectDirectory: string
  readonly settings: Settings
  readonly deliverables: DeliverableService
  readonly options: Pick<RunOptions, 'sandbox'>
  readonly context: Context
}

type UserHooks = NonNullable<ClaudeAgentClientOptions['hooks']>

/** A person waits: what does not end by itself after Ctrl-C is ended soon. */
const graceMs = 1_000

/** Claude on the Agent SDK, with every guard rail of a project in front of its tools. */
export async function createAgentClients(parts: AgentClientParts): Promise<AgentClientFactory> {
  const { projectDirectory, settings, deliverables, options, context } = parts
  const policy = createBashPolicy(bashPolicyOptions(projectDirectory, settings))
  const { sandbox } = options
  const confined = confine({ projectDirectory, sandbox, context })
  const startServer: StartServer = (server, limits) =>
    createServerStarter(confined())(server, limits)
  const { playwright, ...others } = settings.mcpServers
  const clients = createClaudeAgentClientFactory({
    cwd: projectDirectory,
    environment: context.environment,
    deliverables,
    openServers: () =>
      createSessionServers({ judge: (command) => judgeCommand(command, policy), startServer }),
    toolCallHooks: [
      createBashHook(policy),
      createProtectedPathHook({ projectDirectory, files: nodeFileView }),
      createFileScopeHook({ projectDirectory, files: nodeFileView }),
    ],
    sandbox,
    // As the checks of the done gate see it; on macOS Claude's sandbox hides secrets alone.
    ...(process.platform === 'linux' ? { readablePaths: await findReadable(context) } : {}),
    mcpServers: others,
    allowedTools: settings.allowedTools,
    permissions: settings.permissions,
    // Their form is Claude Code's own; what is not in it, Claude Code refuses.
    hooks: structuredClone(settings.hooks) as unknown as UserHooks,
    graceMs,
    ...(playwright === undefined ? {} : { playwright }),
  })
  return { create: (setup) => namingModel(clients.create(setup), context) }
}

/** The same client, whose sessions end with a model though no answer may have named one. */
function namingModel(client: AgentClient, { environment }: Context): AgentClient {
  return {
    async *query(instruction, signal) {
      for await (const event of client.query(instruction, signal)) {
        yield event.type === 'session_end' ? await withModel(event, environment) : event
      }
    },
    hasDied: () => client.hasDied?.() ?? false,
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  }
}

/** The system, the runtimes wherever they are installed, and who commits. */
async function findReadable({ environment }: Context): Promise<string[]> {
  const { HOME: home, PATH: path = '' } = environment
  const programs = await findProgramPaths(runtimes, path)
  return [...linuxSystemPaths, ...programs, ...(home ? [join(home, '.gitconfig')] : [])]
}
