import { errorMessage } from '../error-message.ts'
import type { Deliverable } from './deliverable.ts'
import type { Verification, Verifier } from './verifier.ts'

/**
 * Has a claimed pass verified. A verifier that breaks has not verified anything. Rejects with the
 * signal's reason on an abort, even when the verifier does not heed it.
 */
export async function verifyClaim(
  verifier: Verifier,
  deliverable: Deliverable,
  signal: AbortSignal,
): Promise<Verification> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([verifier.verify(deliverable, signal), aborted.promise])
  } catch (error) {
    signal.throwIfAborted()
    return { outcome: 'refused', reason: `the verification could not run: ${errorMessage(error)}` }
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

export function describeVerification(verification: Verification): string {
  if (verification.outcome === 'refused') return verification.reason
  const { proof } = verification
  return proof.kind === 'verified' ? `verified, evidence in ${proof.evidence}` : 'self-reported'
}
