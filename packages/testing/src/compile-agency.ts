import { join } from 'node:path'
import { runToEnd } from './run-to-end.ts'
import { temporaryDirectory } from './temporary-directory.ts'

export interface CompiledAgency extends AsyncDisposable {
  /** Holds `agency` and its links. */
  readonly directory: string
}

/** The executable as `./build.sh compile` makes it, in a directory of its own. Share one per test file. */
export async function compileAgency(): Promise<CompiledAgency> {
  const place = await temporaryDirectory()
  const { code, stdout, stderr } = await runToEnd(['./build.sh', 'compile'], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { ...process.env, AGENCY_DIST: place.path },
  })
  if (code !== 0) throw new Error(`./build.sh compile failed: ${stdout}${stderr}`)
  return { directory: place.path, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() }
}
