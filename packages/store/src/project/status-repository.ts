import { readFile } from 'node:fs/promises'
import {
  DamagedStateError,
  type Deliverable,
  type DeliverableRepository,
  type DeliverableStatus,
} from '@agency/core'
import {
  formatDeliverableStatus,
  knownDeliverableNames,
  knownStatusNames,
  parseDeliverableStatus,
} from '@agency/protocol'
import { StorageError, systemCode } from '../files/storage-error.ts'
import { writeAtomically } from '../files/write-atomically.ts'
import { stateFile } from './layout.ts'

/** The deliverables in .autonoe/status.json. Saving keeps what others have written into the file. */
export function createStatusRepository(projectDirectory: string): DeliverableRepository {
  const path = stateFile(projectDirectory, 'status.json')
  const load = createLoader(path)
  return {
    exists: async () => (await readIfThere(path)) !== undefined,
    load: async () => (await load()) ?? { deliverables: [] },
    async save(status) {
      const current = await load()
      const whole = current === undefined ? status : withForeignFields(status, current)
      await writeAtomically(path, formatDeliverableStatus(whole))
    },
  }
}

/** The file is read every time, as others may write it, but the same text is parsed once only. */
function createLoader(path: string): () => Promise<DeliverableStatus | undefined> {
  let last: { readonly text: string; readonly status: DeliverableStatus } | undefined
  return async () => {
    const text = await readIfThere(path)
    if (text === undefined) return undefined
    if (last?.text === text) return last.status
    const parsed = parseDeliverableStatus(text, path)
    if (!parsed.ok) {
      const { message, data } = parsed.error
      throw new DamagedStateError(message, { data, cause: parsed.error })
    }
    last = { text, status: parsed.value }
    return parsed.value
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw new StorageError('read', path, error)
  }
}

function withForeignFields(
  status: DeliverableStatus,
  current: DeliverableStatus,
): DeliverableStatus {
  const known = new Map(current.deliverables.map((deliverable) => [deliverable.id, deliverable]))
  const deliverables = status.deliverables.map((deliverable): Deliverable => {
    const earlier = known.get(deliverable.id)
    return earlier === undefined
      ? deliverable
      : { ...foreign(earlier, knownDeliverableNames), ...deliverable }
  })
  return { ...foreign(current, knownStatusNames), ...status, deliverables }
}

function foreign(value: object, known: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !known.has(name)))
}
