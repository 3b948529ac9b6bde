import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TemporaryDirectory extends AsyncDisposable {
  readonly path: string
  join(...parts: string[]): string
}

/** A directory that goes with its scope: `await using directory = await temporaryDirectory()`. */
export async function temporaryDirectory(): Promise<TemporaryDirectory> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'agency-test-')))
  return {
    path,
    join: (...parts) => join(path, ...parts),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  }
}
