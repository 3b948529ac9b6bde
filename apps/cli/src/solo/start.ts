import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { secretsIn } from '@agency/claude'
import {
  type AgentClientFactory,
  createDeliverableService,
  createSessionRunner,
  createSettings,
  type RunResult,
  SandboxError,
  systemClock,
  type Verifier,
} from '@agency/core'
import { checkSandboxTools } from '@agency/sandbox'
import {
  acquireRunLock,
  createInstructionResolver,
  createProjectFingerprint,
  createStatusRepository,
  loadAgentConfiguration,
  prepareProject,
  StorageError,
  systemCode,
} from '@agency/store'
import type { CommandBody, Context } from '../frame/command.ts'
import { UsageError } from '../frame/usage-error.ts'
import { homeWarning } from '../sandbox/home-warning.ts'
import { createAgentClients } from './agent-clients.ts'
import { createBrowserDirectory, findBrowserServer } from './browser-server.ts'
import { createGate } from './gate.ts'
import { builtInInstructions } from './instructions/built-in.ts'
import { type Outlet, showRun } from './run.ts'
import { type RunOptions, readRunOptions } from './run-options.ts'

/** The body of `autonoe run`: everything is looked at before the first session may cost anything. */
export const run: CommandBody = async (invocation, context) => {
  const options = readRunOptions(invocation, context)
  const { projectDirectory } = options
  requireSpec(projectDirectory)
  await prepareProject(projectDirectory)
  const lock = await acquireRunLock(projectDirectory)
  if (!lock.ok) throw lock.error
  await using _held = lock.value
  return await showRun({
    options,
    context,
    clock: systemClock,
    secrets: secretsIn(context.environment),
    start: (outlet) => start(options, context, outlet),
  })
}

async function start(options: RunOptions, context: Context, outlet: Outlet): Promise<RunResult> {
  const { projectDirectory } = options
  const { logger, listener, signal } = outlet
  const sandboxProblem = options.sandbox ? await findSandboxProblem(context) : undefined
  const configuration = await loadAgentConfiguration(projectDirectory)
  if (!configuration.ok) throw configuration.error
  const repository = createStatusRepository(projectDirectory)
  await repository.load()
  await using screenshots = await createBrowserDirectory(context)
  const browser = findBrowserServer(context, screenshots.path)
  if (!browser.ok) logger.warn(browser.error)
  const settings = createSettings(
    configuration.value,
    browser.ok ? { playwright: browser.value } : {},
  )
  for (const warning of settings.warnings) logger.warn(`.autonoe/agent.json: ${warning}`)
  const sandboxWarning = options.sandbox
    ? homeWarning(projectDirectory, context.environment)
    : 'the sandbox is off: commands run with your own rights'
  if (sandboxWarning !== undefined) logger.warn(sandboxWarning)

  const fingerprint = createProjectFingerprint(projectDirectory)
  const { sandbox } = options
  await using gate = createGate({ projectDirectory, settings, sandbox, fingerprint, context })
  const deliverables = createDeliverableService({
    repository,
    verifier: sandboxProblem === undefined ? gate : refuseChecks(gate, sandboxProblem),
    onChange: (status) => listener({ type: 'status_changed', status }),
    onGate: listener,
    onRecheck: listener,
  })
  const runner = createSessionRunner({
    clients:
      sandboxProblem === undefined
        ? await createAgentClients({ projectDirectory, settings, deliverables, options, context })
        : refuseSessions(sandboxProblem),
    deliverables,
    instructions: createInstructionResolver(projectDirectory, builtInInstructions),
    fingerprint,
    clock: systemClock,
    logger,
    onEvent: listener,
    noWait: !options.waitForQuota,
    // A server of the project's own may want a port or a file for itself alone.
    headStart: Object.keys(configuration.value.mcpServers ?? {}).length === 0,
    ...given('model', options.model),
    ...given('maxIterations', options.maxIterations),
    ...given('maxBudgetUsd', options.maxBudgetUsd),
    ...given('delayBetweenSessions', options.delayBetweenSessions),
  })
  const result = await runner.run(signal)
  if (result.error instanceof Error) throw result.error
  return result
}

function requireSpec(projectDirectory: string): void {
  const spec = join(projectDirectory, 'SPEC.md')
  try {
    accessSync(spec, constants.R_OK)
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw new StorageError('read', spec, error)
    throw new UsageError(
      `${spec} does not exist; write what is to be built there, or type "autonoe init"`,
    )
  }
}

/** A sandbox that does not start would be found out session by session, each of which costs money. */
async function findSandboxProblem({ environment }: Context): Promise<SandboxError | undefined> {
  const tools = await checkSandboxTools({ path: environment['PATH'] ?? '' })
  const absent = tools.find((tool) => !tool.ok)
  if (absent === undefined) return undefined
  const ways = [absent.fix && `To fix it: ${absent.fix}`, 'Or pass --no-sandbox']
  return new SandboxError(absent.detail, { fix: ways.filter(Boolean).join('. ') })
}

function refuseSessions(problem: SandboxError): AgentClientFactory {
  return {
    create() {
      throw problem
    },
  }
}

/** Without its sandbox a check fails, which would say nothing of the work and cost it its pass. */
function refuseChecks(gate: Verifier, problem: SandboxError): Verifier {
  return { ...gate, verify: () => Promise.reject(problem) }
}

/** An option that was not given is left out, not passed as undefined. */
function given<Name extends string, T>(name: Name, value: T | undefined) {
  return (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: T }
}
