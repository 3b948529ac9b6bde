import { join } from 'node:path'
import { temporaryDirectory } from './temporary-directory.ts'

export interface CompiledAgency extends AsyncDisposable {
  /** Holds `agency` and its links. */
  readonly directory: string
}

/** The executable as `./build.sh compile` makes it, in a directory of its own. Share one per test file. */
export async function compileAgency(): Promise<CompiledAgency> {
  const place = await temporaryDirectory()
  const child = Bun.spawn(['./build.sh', 'compile'], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { ...process.env, AGENCY_DIST: place.path },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [output, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  if ((await child.exited) !== 0) throw new Error(`./build.sh compile failed: ${output}${errors}`)
  return { directory: place.path, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() }
}
