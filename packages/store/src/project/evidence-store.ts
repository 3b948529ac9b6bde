import { createHash } from 'node:crypto'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Evidence, EvidenceStore } from '@agency/core'
import { formatEvidence } from '@agency/protocol'
import { storing, systemCode } from '../files/storage-error.ts'
import { writeDurably } from '../files/write-atomically.ts'
import { stateFile } from './layout.ts'

/** Evidence as .autonoe/evidence/<deliverable>-<n>.json, n counting up; nothing is ever replaced. */
export function createEvidenceStore(projectDirectory: string): EvidenceStore {
  const directory = stateFile(projectDirectory, 'evidence')
  return {
    store: (evidence) =>
      storing('write evidence into', directory, async () => {
        await mkdir(directory, { recursive: true })
        return await storeAs(directory, evidence)
      }),
  }
}

async function storeAs(directory: string, evidence: Evidence): Promise<string> {
  const stem = stemOf(evidence.deliverableId)
  const taken = (await readdir(directory)).map((name) => numberIn(name, stem))
  for (let number = Math.max(0, ...taken) + 1; ; number++) {
    const name = `${stem}-${number}.json`
    try {
      await writeDurably(join(directory, name), formatEvidence(evidence))
      return name
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error
    }
  }
}

/** An agent chooses the ids; what is no plain file name gets one, with a hash to tell it apart. */
function stemOf(id: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(id) && !id.includes('..')) return id
  const hash = createHash('sha256').update(id).digest('hex').slice(0, 12)
  return `${id
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 40)}~${hash}`
}

function numberIn(name: string, stem: string): number {
  const rest = name.startsWith(`${stem}-`) ? name.slice(stem.length + 1) : ''
  return Number(/^(\d+)\.json$/.exec(rest)?.[1] ?? 0)
}
