import { errorMessage } from '../error-message.ts'
import { createQueue } from '../serial-queue.ts'
import type { Deliverable, DeliverableRepository, DeliverableStatus } from './deliverable.ts'
import {
  type BlockDeliverable,
  type CreateDeliverables,
  findMistake,
  type SetDeliverableStatus,
} from './deliverable-input.ts'
import { newDeliverable, withLostPass, withoutPass, withPass } from './deliverable-states.ts'
import { orAborted } from './or-aborted.ts'
import type { RunEvent } from './run-event.ts'
import { failure, success, type ToolResult } from './tool-result.ts'
import type { StalePass, Verification, Verifier } from './verifier.ts'
import { describeVerification, verifyClaim } from './verify-claim.ts'

/** What an agent may do to the deliverables. An answer never rejects: a failure is a result. */
export interface DeliverableService {
  /** All of them or none. */
  create(input: CreateDeliverables): Promise<ToolResult>
  /** A claimed pass goes through the done gate first; an abort leaves everything as it was. */
  setStatus(input: SetDeliverableStatus, signal: AbortSignal): Promise<ToolResult>
  block(input: BlockDeliverable): Promise<ToolResult>
}

/** What the loop may do besides. It rejects when the state cannot be read or written. */
export interface DeliverableLedger extends DeliverableService {
  /** Whether the work has been planned at all. */
  exists(): Promise<boolean>
  status(): Promise<DeliverableStatus>
  /** Grows with every change that is stored. */
  revision(): number
  addCost(usd: number): Promise<void>
  /**
   * The final check: verifies, once each, the passed deliverables whose project or tests have changed
   * since, and takes the pass from those that fail. Rejects with the signal's reason on an abort, and
   * when a verification cannot run.
   */
  recheckPassed(signal: AbortSignal): Promise<void>
}

export interface DeliverableServiceOptions {
  readonly repository: DeliverableRepository
  readonly verifier: Verifier
  readonly onChange?: (status: DeliverableStatus) => void
  readonly onGate?: (decision: Extract<RunEvent, { type: 'gate' }>) => void
  readonly onRecheck?: (recheck: Extract<RunEvent, { type: 'recheck' }>) => void
}

/** Every operation waits for the one before it, so that no two can lose each other's update. */
export function createDeliverableService(options: DeliverableServiceOptions): DeliverableLedger {
  const { repository, verifier } = options
  const enqueue = createQueue()
  let unsavedCostUsd = 0
  let revision = 0

  const answer = (operation: () => Promise<ToolResult>): Promise<ToolResult> =>
    enqueue(operation).catch((error: unknown) =>
      failure('STATE_ERROR', `The deliverables could not be read or saved: ${errorMessage(error)}`),
    )

  async function save(status: DeliverableStatus): Promise<void> {
    await repository.save(status)
    revision += 1
    options.onChange?.(status)
  }

  async function replace(changed: Deliverable): Promise<void> {
    const status = await repository.load()
    const deliverables = status.deliverables.map((each) =>
      each.id === changed.id ? changed : each,
    )
    await save({ ...status, deliverables })
  }

  async function find(id: string): Promise<Deliverable | undefined> {
    return (await repository.load()).deliverables.find((deliverable) => deliverable.id === id)
  }

  /** Stores what the verifier has decided. A refusal also ends an earlier pass. */
  async function settle(
    claimed: Deliverable,
    verification: Verification,
    because?: string,
  ): Promise<void> {
    const found = describeVerification(verification)
    const { outcome } = verification
    const detail = because === undefined || outcome === 'accepted' ? found : `${because}; ${found}`
    if (outcome === 'accepted') await replace(withPass(claimed, verification.proof))
    if (outcome === 'refused' && claimed.passed) {
      await replace(withLostPass(claimed, detail, verification.evidence))
    }
    options.onGate?.({
      type: 'gate',
      deliverableId: claimed.id,
      outcome: outcome === 'accepted' ? 'accepted' : 'refused',
      detail,
      ...(claimed.passed && outcome !== 'unable' ? { again: true } : {}),
    })
  }

  async function recheck(stale: readonly StalePass[], signal: AbortSignal): Promise<void> {
    for (const [index, { deliverable, because }] of stale.entries()) {
      const { id: deliverableId } = deliverable
      const progress = { number: index + 1, total: stale.length }
      options.onRecheck?.({ type: 'recheck', deliverableId, ...progress, because })
      const verification = await verifyClaim(verifier, deliverable, signal)
      // No agent can mend what failed here, and the pass may well hold.
      if (verification.outcome === 'unable') throw verification.error
      await settle(deliverable, verification, because)
    }
  }

  /** Better told now than when it is claimed: as it stands, this can never pass. */
  function warnOfHopelessChecks(created: readonly Deliverable[]): string[] {
    return created.flatMap(({ id, verify = [] }) => {
      const objection = verifier.objectionTo?.(verify)
      return objection === undefined
        ? []
        : [`Beware: ${id} cannot pass with its verify commands. ${objection}`]
    })
  }

  return {
    exists: () => repository.exists(),
    status: () => repository.load(),
    revision: () => revision,

    create: (input) =>
      answer(async () => {
        const status = await repository.load()
        const mistake = findMistake(input.deliverables, status.deliverables)
        if (mistake !== undefined) return mistake
        const created = input.deliverables.map(newDeliverable)
        await save({ ...status, deliverables: [...status.deliverables, ...created] })
        const names = created.map(({ id }) => id).join(', ')
        return success([`Created ${names}.`, ...warnOfHopelessChecks(created)].join(' '))
      }),

    setStatus: ({ deliverableId, passed }, signal) =>
      answer(async () => {
        const deliverable = await find(deliverableId)
        if (deliverable === undefined) return notFound(deliverableId)
        if (!passed) {
          await replace(withoutPass(deliverable))
          return success(`${deliverableId} is marked as not passed.`)
        }
        try {
          const verification = await verifyClaim(verifier, deliverable, signal)
          await settle(deliverable, verification)
          const found = describeVerification(verification)
          return verification.outcome === 'accepted'
            ? success(`${deliverableId} passed (${found}).`)
            : failure('VERIFICATION_FAILED', `${deliverableId} has not passed: ${found}`)
        } catch (error) {
          if (!signal.aborted) throw error
          return failure('INTERRUPTED', `The verification of ${deliverableId} was interrupted.`)
        }
      }),

    block: ({ deliverableId }) =>
      answer(async () => {
        const deliverable = await find(deliverableId)
        if (deliverable === undefined) return notFound(deliverableId)
        if (deliverable.passed) {
          return failure(
            'MUTUAL_EXCLUSION',
            `${deliverableId} has passed, so it cannot be blocked.`,
          )
        }
        await replace({ ...deliverable, blocked: true })
        return success(`${deliverableId} is blocked.`)
      }),

    addCost: (usd) =>
      enqueue(async () => {
        unsavedCostUsd += usd
        // Saving would create the status, and a session must plan the work first.
        if (unsavedCostUsd === 0 || !(await repository.exists())) return
        const status = await repository.load()
        await save({ ...status, costUsd: (status.costUsd ?? 0) + unsavedCostUsd })
        unsavedCostUsd = 0
      }),

    recheckPassed: (signal) =>
      enqueue(async () => {
        const passed = (await repository.load()).deliverables.filter((each) => each.passed)
        const stale = await orAborted(() => verifier.findStale(passed, signal), signal)
        await recheck(stale, signal)
      }),
  }
}

function notFound(id: string): ToolResult {
  return failure('NOT_FOUND', `There is no deliverable "${id}".`)
}
