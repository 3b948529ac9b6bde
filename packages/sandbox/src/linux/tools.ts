import { err, ok, type Result, SandboxError } from '@agency/core'

export interface Tools {
  readonly bubblewrap: string
  readonly socat: string
}

const packages = { bubblewrap: 'bwrap', socat: 'socat' } as const

/** The programs that the sandbox is built from, or the command that installs what is missing. */
export function findTools(path: string): Result<Tools, SandboxError> {
  const bubblewrap = Bun.which(packages.bubblewrap, { PATH: path })
  const socat = Bun.which(packages.socat, { PATH: path })
  if (bubblewrap !== null && socat !== null) return ok({ bubblewrap, socat })
  const missing = [
    ...(bubblewrap === null ? ['bubblewrap'] : []),
    ...(socat === null ? ['socat'] : []),
  ]
  return err(
    new SandboxError(`${missing.join(' and ')} not found`, {
      fix: `Install with "apt-get install ${missing.join(' ')}"`,
    }),
  )
}
