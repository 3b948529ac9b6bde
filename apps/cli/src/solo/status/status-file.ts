import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  AgencyError,
  type Deliverable,
  type DeliverableRepository,
  type DeliverableStatus,
} from '@agency/core'

/** Reads .autonoe/status.json of a project; never writes it. */
export function openStatusFile(
  projectDirectory: string,
): Pick<DeliverableRepository, 'exists' | 'load'> {
  const path = join(projectDirectory, '.autonoe', 'status.json')
  return {
    exists: async () => (await readIfThere(path)) !== undefined,
    load: async () => {
      const text = await readIfThere(path)
      return text === undefined ? { deliverables: [] } : parseStatus(text, path)
    },
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function parseStatus(text: string, path: string): DeliverableStatus {
  const damaged = (problem: string, cause?: unknown) =>
    new AgencyError('damaged_state', `${path} ${problem}; mend it, or bring it back from git`, {
      cause,
    })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw damaged(`is not JSON (${(cause as Error).message})`, cause)
  }
  if (!isStatus(value)) throw damaged('does not hold a list of deliverables')
  return value
}

function isStatus(value: unknown): value is DeliverableStatus {
  return (
    isRecord(value) &&
    Array.isArray(value['deliverables']) &&
    value['deliverables'].every(isDeliverable)
  )
}

function isDeliverable(value: unknown): value is Deliverable {
  return (
    isRecord(value) &&
    typeof value['id'] === 'string' &&
    typeof value['name'] === 'string' &&
    typeof value['passed'] === 'boolean'
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
