import type { Clock } from '../clock.ts'
import { errorMessage } from '../error-message.ts'
import { type Logger, silentLogger } from '../logger.ts'
import type { AgentClient, AgentClientFactory, SessionSetup } from './agent-client.ts'
import { claimedPass } from './claimed-pass.ts'
import type { DeliverableStatus } from './deliverable.ts'
import type { DeliverableLedger } from './deliverable-service.ts'
import { createHeadStart, type HeadStart } from './head-start.ts'
import type { InstructionResolver, ProjectFingerprint } from './ports.ts'
import { waitForQuota } from './quota-wait.ts'
import {
  findEnding,
  interrupted,
  isAchieved,
  type RunEnding,
  type RunLimits,
} from './run-ending.ts'
import type { RunEventListener, RunResult } from './run-event.ts'
import { runSession, type SessionReport } from './session.ts'
import type { StreamEvent } from './stream-event.ts'

export interface SessionRunnerOptions extends RunLimits {
  readonly clients: AgentClientFactory
  /** The same service that the agent's tools use. */
  readonly deliverables: DeliverableLedger
  readonly instructions: InstructionResolver
  readonly fingerprint: ProjectFingerprint
  readonly clock: Clock
  readonly logger?: Logger
  readonly onEvent?: RunEventListener
  readonly model?: string
  /** False where two clients at a time would be in each other's way: the next starts when one is gone. */
  readonly headStart?: boolean
  /** Milliseconds between two sessions. */
  readonly delayBetweenSessions?: number
}

export interface SessionRunner {
  /** Always resolves. An abort ends whatever goes on: a session, a verification, a wait. */
  run(signal: AbortSignal): Promise<RunResult>
}

/** Runs session after session until the work is done or there is a reason to stop. */
export function createSessionRunner(options: SessionRunnerOptions): SessionRunner {
  return { run: (signal) => run(options, signal) }
}

/** What the run has come to so far. */
interface Tally {
  iterations: number
  costUsd: number
  idleSessions: number
  circlingSessions: number
  lastSession?: SessionReport
}

async function run(options: SessionRunnerOptions, signal: AbortSignal): Promise<RunResult> {
  const { clock, deliverables, onEvent } = options
  const startedAt = clock.now()
  const tally: Tally = { iterations: 0, costUsd: 0, idleSessions: 0, circlingSessions: 0 }
  const ending = await runSessions(options, tally, signal).catch((error: unknown) =>
    signal.aborted
      ? interrupted
      : { outcome: 'failed' as const, reason: errorMessage(error), error },
  )
  const status = await deliverables.status().catch(() => ({ deliverables: [] }))
  const result: RunResult = {
    ...ending,
    success: ending.outcome === 'all_passed',
    iterations: tally.iterations,
    ...countDeliverables(status),
    blockedCount: status.deliverables.filter(({ blocked }) => blocked).length,
    totalCostUsd: tally.costUsd,
    totalDuration: clock.now() - startedAt,
    ...(ending.outcome === 'interrupted' ? { interrupted: true } : {}),
  }
  onEvent?.({ type: 'run_ended', result })
  return result
}

async function runSessions(
  options: SessionRunnerOptions,
  tally: Tally,
  signal: AbortSignal,
): Promise<RunEnding> {
  const { clock, deliverables, onEvent } = options
  const at = new Date(clock.now())
  onEvent?.({ type: 'run_started', status: await deliverables.status(), at })
  await using next = createHeadStart(options.clients)
  let progress: string | undefined
  const seen = new Set<string>()
  for (;;) {
    const status = await settledStatus(deliverables, signal)
    const ending = findEnding({ ...tally, interrupted: signal.aborted, status }, options)
    if (ending !== undefined) return ending

    progress ??= await takeProgress(options, signal)
    seen.add(progress)
    const report = await runNextSession(options, tally, next, signal)
    tally.lastSession = report
    // A session that only met the usage limit is none: it will be had again.
    if (report.quotaResetsAt !== undefined) continue
    tally.iterations += 1
    if (signal.aborted) return interrupted
    const reached = await takeProgress(options, signal)
    tally.idleSessions = reached === progress ? tally.idleSessions + 1 : 0
    tally.circlingSessions = seen.has(reached) ? tally.circlingSessions + 1 : 0
    progress = reached
  }
}

/** The final check: work counts as done only if it still is, with the project as it is now. */
async function settledStatus(
  deliverables: DeliverableLedger,
  signal: AbortSignal,
): Promise<DeliverableStatus> {
  const status = await deliverables.status()
  if (signal.aborted || !isAchieved(status.deliverables)) return status
  await deliverables.recheckPassed(signal)
  return deliverables.status()
}

async function runNextSession(
  options: SessionRunnerOptions,
  tally: Tally,
  next: HeadStart,
  signal: AbortSignal,
): Promise<SessionReport> {
  const { deliverables, onEvent } = options
  const session = tally.iterations + 1
  const report = await meetAgent(session, options, tally, next, signal)
  await deliverables.addCost(report.costUsd)
  const { success, costUsd, duration } = report
  const counts = countDeliverables(await deliverables.status())
  onEvent?.({ type: 'session_ended', session, result: { success, costUsd, duration, ...counts } })
  return report
}

/** The client is gone when this returns, so that nothing changes behind the loop's back. */
async function meetAgent(
  session: number,
  options: SessionRunnerOptions,
  tally: Tally,
  next: HeadStart,
  signal: AbortSignal,
): Promise<SessionReport> {
  const { clock, deliverables, instructions, logger = silentLogger, onEvent } = options
  await using client = await openClient(options, tally, next, signal)
  const name = (await deliverables.exists()) ? 'coding' : 'initializer'
  const instruction = await instructions.resolve(name)
  onEvent?.({ type: 'session_started', session, instruction: name })
  const revision = deliverables.revision()
  const report = await runSession(
    {
      number: session,
      client,
      instruction,
      clock,
      logger,
      onEvent: (event) => {
        onEvent?.({ type: 'agent', session, event })
        if (options.headStart === false) return
        const hasSettled = event.type === 'tool_response' && deliverables.revision() !== revision
        const isNearItsEnd = hasSettled || claimedPass(event) !== undefined
        if (!isNearItsEnd && event.type !== 'session_end') return
        next.begin(() => foreseeSession(event, options, tally, signal))
      },
    },
    signal,
  )
  tally.costUsd += report.costUsd
  return report
}

/**
 * The next session, if by all that is known at this event of the current one there will be one. A session
 * that claims a deliverable soon ends, and its claim counts as good here: if it is refused, the next
 * session waits. What is left of a budget is known only at the end.
 */
async function foreseeSession(
  event: StreamEvent,
  options: SessionRunnerOptions,
  tally: Tally,
  signal: AbortSignal,
): Promise<SessionSetup | undefined> {
  const end = event.type === 'session_end' ? event : undefined
  if (end === undefined && options.maxBudgetUsd !== undefined) return undefined
  if (end?.quotaResetsAt !== undefined) return undefined
  const facts = {
    interrupted: signal.aborted,
    status: assumePassed(await options.deliverables.status(), claimedPass(event)),
    iterations: tally.iterations + 1,
    costUsd: tally.costUsd + (end?.totalCostUsd ?? 0),
    idleSessions: tally.idleSessions,
    circlingSessions: tally.circlingSessions,
  }
  return findEnding(facts, options) === undefined ? setUp(options, facts.costUsd) : undefined
}

function assumePassed({ deliverables }: DeliverableStatus, claimed: string | undefined) {
  return {
    deliverables: deliverables.map((deliverable) =>
      deliverable.id === claimed ? { ...deliverable, passed: true, blocked: false } : deliverable,
    ),
  }
}

function setUp({ maxBudgetUsd, model }: SessionRunnerOptions, costUsd: number): SessionSetup {
  return {
    ...(maxBudgetUsd === undefined ? {} : { maxBudgetUsd: maxBudgetUsd - costUsd }),
    ...(model === undefined ? {} : { model }),
  }
}

/** Waits as long as the session before demands, and has the client start up meanwhile. */
async function openClient(
  options: SessionRunnerOptions,
  { costUsd, lastSession }: Tally,
  next: HeadStart,
  signal: AbortSignal,
): Promise<AgentClient> {
  const { clients, clock, delayBetweenSessions = 3_000, onEvent } = options
  const setup = setUp(options, costUsd)
  if (lastSession === undefined) return clients.create(setup)
  if (lastSession.quotaResetsAt !== undefined) {
    await next[Symbol.asyncDispose]()
    await waitForQuota(options, lastSession.quotaResetsAt, signal)
    return clients.create(setup)
  }
  const client = await next.take(setup)
  try {
    const until = new Date(clock.now() + delayBetweenSessions)
    onEvent?.({ type: 'waiting', reason: 'delay', until })
    await clock.sleep(delayBetweenSessions, signal)
    if (client.hasDied?.() !== true) return client
    await client[Symbol.asyncDispose]()
    return clients.create(setup)
  } catch (error) {
    await client[Symbol.asyncDispose]()
    throw error
  }
}

/** Equal before and after a session that changed nothing. */
async function takeProgress(
  { deliverables, fingerprint }: SessionRunnerOptions,
  signal: AbortSignal,
): Promise<string> {
  const status = await deliverables.status()
  const states = status.deliverables.map(({ id, passed, blocked }) => [id, passed, blocked])
  return JSON.stringify([await fingerprint.take(signal), states])
}

function countDeliverables({ deliverables }: DeliverableStatus) {
  return {
    deliverablesPassedCount: deliverables.filter(({ passed }) => passed).length,
    deliverablesTotalCount: deliverables.length,
  }
}
