import type { Deliverable, Proof } from './deliverable.ts'
import type { NewDeliverable } from './deliverable-input.ts'

/** Open, with nothing but what was planned. */
export function newDeliverable(input: NewDeliverable): Deliverable {
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

export function withPass(deliverable: Deliverable, proof: Proof): Deliverable {
  return { ...newDeliverable(deliverable), passed: true, proof }
}

/** Also drops the proof, which is nothing without the pass. */
export function withoutPass(deliverable: Deliverable): Deliverable {
  return { ...newDeliverable(deliverable), blocked: deliverable.blocked }
}

export function withLostPass(
  deliverable: Deliverable,
  reason: string,
  evidence: string | undefined,
): Deliverable {
  const lostPass = { reason, ...(evidence === undefined ? {} : { evidence }) }
  return { ...withoutPass(deliverable), lostPass }
}
