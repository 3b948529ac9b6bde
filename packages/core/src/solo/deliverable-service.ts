import { errorMessage } from '../error-message.ts'
import type { Deliverable, DeliverableRepository, DeliverableStatus } from './deliverable.ts'
import {
  type BlockDeliverable,
  type CreateDeliverables,
  findMistake,
  type NewDeliverable,
  type SetDeliverableStatus,
} from './deliverable-input.ts'
import { describeVerification, verifyClaim } from './done-gate.ts'
import type { RunEvent } from './run-event.ts'
import { createQueue } from './serial-queue.ts'
import { failure, success, type ToolResult } from './tool-result.ts'
import type { Verification, Verifier } from './verifier.ts'

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
   * The tamper lock: verifies every passed deliverable whose tests have changed since, and takes the
   * pass from those that fail. Rejects with the signal's reason on an abort.
   */
  recheckPassed(signal: AbortSignal): Promise<void>
}

export interface DeliverableServiceOptions {
  readonly repository: DeliverableRepository
  readonly verifier: Verifier
  readonly onChange?: (status: DeliverableStatus) => void
  readonly onGate?: (decision: Extract<RunEvent, { type: 'gate' }>) => void
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

  /** Asks the verifier and stores what it decided. A refusal also ends an earlier pass. */
  async function passThroughGate(
    claimed: Deliverable,
    signal: AbortSignal,
    occasion = '',
  ): Promise<Verification> {
    const verification = await verifyClaim(verifier, claimed, signal)
    if (verification.outcome === 'accepted') {
      await replace({ ...claimed, passed: true, blocked: false, proof: verification.proof })
    } else if (claimed.passed) {
      await replace(withoutPass(claimed))
    }
    options.onGate?.({
      type: 'gate',
      deliverableId: claimed.id,
      outcome: verification.outcome,
      detail: occasion + describeVerification(verification),
    })
    return verification
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
          const verification = await passThroughGate(deliverable, signal)
          return verification.outcome === 'accepted'
            ? success(`${deliverableId} passed (${describeVerification(verification)}).`)
            : failure(
                'VERIFICATION_FAILED',
                `${deliverableId} has not passed: ${verification.reason}`,
              )
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
        const { deliverables } = await repository.load()
        for (const deliverable of deliverables.filter(({ passed }) => passed)) {
          const changed = await verifier.changedTests(deliverable)
          if (changed.length === 0) continue
          const occasion = `changed since it passed: ${changed.join(', ')}; `
          await passThroughGate(deliverable, signal, occasion)
        }
      }),
  }
}

function newDeliverable(input: NewDeliverable): Deliverable {
  return {
    id: input.id,
    name: input.name,
    acceptanceCriteria: input.acceptanceCriteria,
    passed: false,
    blocked: false,
    ...(input.verify === undefined ? {} : { verify: input.verify }),
    ...(input.tests === undefined ? {} : { tests: input.tests }),
  }
}

/** Also drops the proof, which is nothing without the pass. */
function withoutPass(deliverable: Deliverable): Deliverable {
  return { ...newDeliverable(deliverable), blocked: deliverable.blocked }
}

function notFound(id: string): ToolResult {
  return failure('NOT_FOUND', `There is no deliverable "${id}".`)
}
