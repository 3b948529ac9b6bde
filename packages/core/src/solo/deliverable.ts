/** A piece of the spec that can be checked. */
export interface Deliverable {
  readonly id: string
  readonly name: string
  readonly acceptanceCriteria: readonly string[]
  readonly passed: boolean
  /** Beyond what this environment can do. Never together with passed. */
  readonly blocked: boolean
  /** Commands that agency itself runs before it accepts a pass. */
  readonly verify?: readonly string[]
  /** Files that hold its tests, relative to the project. */
  readonly tests?: readonly string[]
  /** What the accepted pass rests on; absent while it is not passed. */
  readonly proof?: Proof
  /** Why agency took an earlier pass away; absent once it has passed again. */
  readonly lostPass?: LostPass
}

export interface LostPass {
  /** For the agent that has to mend it, and for a person. */
  readonly reason: string
  /** Where under .autonoe/evidence the whole of it lies. */
  readonly evidence?: string
}

export type Proof =
  /** Nobody but the agent has said so. */
  | { readonly kind: 'self-reported' }
  | {
      readonly kind: 'verified'
      /** Where under .autonoe/evidence the whole of it lies. */
      readonly evidence: string
      /** By path relative to the project: the hash of each test file at that moment. */
      readonly testFiles: Readonly<Record<string, string>>
      /** The fingerprint of the project when the verification began; earlier versions took none. */
      readonly project?: string
    }

/** All of the work, in order of creation, and what it has cost. Persisted as .autonoe/status.json. */
export interface DeliverableStatus {
  readonly deliverables: readonly Deliverable[]
  readonly costUsd?: number
}

export interface DeliverableRepository {
  /** Whether there is a status at all; without one the work has not been planned. */
  exists(): Promise<boolean>
  /** Empty when there is none; creates nothing. Rejects with a DamagedStateError when it is malformed. */
  load(): Promise<DeliverableStatus>
  /** Atomically: whoever reads sees the old or the new, whole. */
  save(status: DeliverableStatus): Promise<void>
}
