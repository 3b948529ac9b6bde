import { readFileSync } from 'node:fs'
import { realtimeLimitOf, setRealtimeLimit } from './realtime-limit.ts'

/**
 * By this everything of a run is found again (Linux). It is inherited twice: in the environment, and as a limit so
 * high that it limits nothing. What clears its environment, as `env -i` does, keeps the limit; what sets that limit
 * for itself, as programs that play sound do, keeps its environment. Leaving a group, a session or a parent drops
 * neither.
 */
export interface RunTag {
  /** For the environment of the first process of the run. */
  readonly variables: Readonly<Record<string, string>>
  /** The same as an entry of an environment. */
  readonly entry: string
  readonly limit: bigint
  /** To be called with the first process as soon as there is one: what it starts from then on has the limit. */
  putOn(pid: number): void
  isOn(pid: number): boolean
}

export function createRunTag(): RunTag {
  const id = crypto.randomUUID()
  const entry = `${variable}=${id}`
  const limit = ages + BigInt(`0x${id.replaceAll('-', '').slice(0, 15)}`)
  return {
    variables: { [variable]: id },
    entry,
    limit,
    putOn: (pid) => setRealtimeLimit(pid, limit),
    isOn: (pid) => realtimeLimitOf(pid) === limit || environmentOf(pid).includes(entry),
  }
}

const variable = 'AGENCY_RUN_TAG'

/** In microseconds, like the limit; 60 random bits are added. */
const ages = 2n ** 62n

/** Empty for who is gone already, or not ours. */
function environmentOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0')
  } catch {
    return []
  }
}
