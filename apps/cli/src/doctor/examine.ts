import { AgencyError } from '@agency/core'
import { rejectOnAbort } from '../frame/reject-on-abort.ts'
import type { Check, Finding, Place } from './check.ts'

export type Examined = Finding & { readonly name: string; readonly needed: boolean }

/** Looks at everything at once. A check that does not answer in time is a finding too. */
export function examine(
  checks: readonly Check[],
  place: Place,
  limitMs: number,
  interrupted: AbortSignal,
): Promise<Examined[]> {
  return Promise.all(
    checks.map(async (check) => {
      const finding = await lookInTime(check, place, limitMs, interrupted)
      return { name: check.name, needed: check.needed, ...finding }
    }),
  )
}

async function lookInTime(
  check: Check,
  place: Place,
  limitMs: number,
  interrupted: AbortSignal,
): Promise<Finding> {
  const late = AbortSignal.timeout(limitMs)
  const signal = AbortSignal.any([late, interrupted])
  try {
    return await Promise.race([check.look(place, signal), rejectOnAbort(signal)])
  } catch (error) {
    if (interrupted.aborted) throw new AgencyError('interrupted', 'interrupted')
    if (late.aborted) {
      const detail = `no answer within ${limitMs / 1000} s`
      return { state: 'missing', detail, fix: 'find out what holds it up, then try again' }
    }
    const detail = error instanceof Error ? error.message : String(error)
    return { state: 'missing', detail, fix: 'fix that, then try again' }
  }
}
