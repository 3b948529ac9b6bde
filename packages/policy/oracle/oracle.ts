import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Decision } from '../src/decision.ts'
import { generateScript } from './generate-script.ts'
import { type Deed, runInBash } from './run-in-bash.ts'

/** A script that the judge allowed although it did what no allowed script may. */
interface Find {
  readonly seed: number
  readonly script: string
  readonly what: string
}

interface OracleRun {
  readonly scripts: number
  readonly allowed: number
  readonly finds: readonly Find[]
}

/** Generates scripts, has them judged, and runs in bash all that were allowed. */
export async function consultOracle(options: {
  readonly firstSeed: number
  readonly scripts: number
  readonly judge: (script: string) => Decision
  readonly directory: string
  readonly workers?: number
}): Promise<OracleRun> {
  const { firstSeed, scripts, judge, directory, workers = 2 } = options
  const allowed: { seed: number; script: string }[] = []
  for (let seed = firstSeed; seed < firstSeed + scripts; seed++) {
    const script = generateScript(seed)
    if (!script.includes('\0') && judge(script).decision === 'allow') allowed.push({ seed, script })
  }
  const share = Math.ceil(allowed.length / workers)
  const shares = Array.from({ length: workers }, (_, worker) =>
    allowed.slice(worker * share, (worker + 1) * share),
  )
  const finds = await Promise.all(
    shares.map(async (part, worker) => {
      const own = join(directory, `worker-${worker}`)
      await mkdir(own, { recursive: true })
      const deeds = await runInBash(
        part.map((entry) => entry.script),
        own,
      )
      return deeds.flatMap((deed) => findOf(deed, part))
    }),
  )
  return { scripts, allowed: allowed.length, finds: finds.flat() }
}

function findOf(deed: Deed, part: readonly { seed: number; script: string }[]): Find[] {
  const entry = part[deed.index]
  return entry === undefined ? [] : [{ ...entry, what: deed.what }]
}
