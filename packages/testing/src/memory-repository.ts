import type { DeliverableRepository, DeliverableStatus } from '@agency/core'

export interface MemoryRepository extends DeliverableRepository {
  /** As it would be on disk; undefined while nothing was saved. */
  readonly saved: DeliverableStatus | undefined
}

/** Keeps the status as text, as a file would, so that nobody shares objects with it. */
export function memoryRepository(initial?: DeliverableStatus): MemoryRepository {
  let text = initial && JSON.stringify(initial)
  const parse = () => (text === undefined ? undefined : (JSON.parse(text) as DeliverableStatus))
  return {
    get saved() {
      return parse()
    },
    exists: async () => text !== undefined,
    load: async () => parse() ?? { deliverables: [] },
    save: async (status) => {
      text = JSON.stringify(status)
    },
  }
}
