import type { Deliverable, Proof } from '../deliverable.ts'
import type { StalePass } from '../verifier.ts'
import type { DoneGatePorts } from './ports.ts'

/**
 * The passes that rest on something that has changed since: a test, which is the tamper lock, or
 * anything else in the project. The agent's word alone rests on nothing that could be run again.
 */
export async function findStalePasses(
  passed: readonly Deliverable[],
  signal: AbortSignal,
  ports: DoneGatePorts,
): Promise<readonly StalePass[]> {
  const checkable = passed.filter(
    ({ proof, verify = [] }) => isVerified(proof) || verify.length > 0,
  )
  if (checkable.length === 0) return []
  const project = await ports.fingerprint.take(signal)
  const stale: StalePass[] = []
  for (const deliverable of checkable) {
    signal.throwIfAborted()
    const because = await changeSince(deliverable.proof, project, ports)
    if (because !== undefined) stale.push({ deliverable, because })
  }
  return stale
}

async function changeSince(
  proof: Proof | undefined,
  project: string,
  ports: DoneGatePorts,
): Promise<string | undefined> {
  if (!isVerified(proof)) return 'it has commands that nobody has run'
  const tests = await changedTests(proof, ports)
  if (tests.length > 0) return `changed since it passed: ${tests.join(', ')}`
  if (proof.project === undefined) return 'nobody knows what has changed since it passed'
  return proof.project === project ? undefined : 'the project has changed since it passed'
}

type VerifiedProof = Extract<Proof, { kind: 'verified' }>

function isVerified(proof: Proof | undefined): proof is VerifiedProof {
  return proof?.kind === 'verified'
}

async function changedTests({ testFiles }: VerifiedProof, ports: DoneGatePorts): Promise<string[]> {
  const now = await ports.hashFiles(Object.keys(testFiles))
  return Object.entries(testFiles)
    .filter(([path, hash]) => now.hashes[path] !== hash)
    .map(([path]) => path)
}
