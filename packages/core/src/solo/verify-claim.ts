import { assertNever } from '../assert-never.ts'
import { errorMessage } from '../error-message.ts'
import type { Deliverable } from './deliverable.ts'
import { orAborted } from './or-aborted.ts'
import type { Verification, Verifier } from './verifier.ts'

/**
 * Has a pass verified. A verifier that breaks has not verified anything. Rejects with the signal's
 * reason on an abort, even when the verifier does not heed it.
 */
export async function verifyClaim(
  verifier: Verifier,
  deliverable: Deliverable,
  signal: AbortSignal,
): Promise<Verification> {
  try {
    return await orAborted(() => verifier.verify(deliverable, signal), signal)
  } catch (error) {
    signal.throwIfAborted()
    return { outcome: 'unable', error }
  }
}

export function describeVerification(verification: Verification): string {
  switch (verification.outcome) {
    case 'accepted': {
      const { proof } = verification
      return proof.kind === 'verified' ? `verified, evidence in ${proof.evidence}` : 'self-reported'
    }
    case 'refused':
      return verification.reason
    case 'unable':
      return `the verification could not run: ${errorMessage(verification.error)}`
    default:
      return assertNever(verification)
  }
}
