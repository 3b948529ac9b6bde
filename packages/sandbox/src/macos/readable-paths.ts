import { err, ok, type Result, SandboxError, type SandboxPolicy } from '@agency/core'
import { walkPath } from '../path-walk.ts'
import { loadProgramPaths } from '../program-paths.ts'
import { systemPaths, temporaryPaths } from './system-paths.ts'

export interface SeatbeltPaths {
  readonly readable: readonly string[]
  readonly writable: readonly string[]
  readonly protected: readonly string[]
}

/** The policy's paths where they really are; seatbelt judges no link, only what it leads to. */
export async function readPaths(
  policy: SandboxPolicy,
  path: string,
): Promise<Result<SeatbeltPaths, SandboxError>> {
  const missing: string[] = []
  const real = async (paths: readonly string[]) => {
    const found: string[] = []
    for (const each of paths) {
      const walk = await walkPath(each)
      if (walk === undefined) missing.push(each)
      else found.push(walk.real, ...walk.links.map((link) => link.at))
    }
    return found
  }
  const programs: string[] = []
  for (const program of policy.programs ?? []) {
    for (const walk of await loadProgramPaths(program, path)) {
      programs.push(walk.real, ...walk.links.map((link) => link.at))
    }
  }
  const readOnly = await real(policy.readOnly ?? [])
  const writable = await real([policy.workDirectory, ...(policy.readWrite ?? [])])
  const guarded = await real(policy.protected ?? [])
  if (missing[0] !== undefined) return err(new SandboxError(`${missing[0]} does not exist`))
  const everywhere = [...writable, ...temporaryPaths]
  return ok({
    readable: [...systemPaths, ...programs, ...readOnly, ...everywhere],
    writable: everywhere,
    protected: guarded,
  })
}
