import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What lies around a work directory and must stay out of reach: a home, credentials, sessions. */
export interface Neighbourhood extends AsyncDisposable {
  readonly root: string
  readonly home: string
  /** The directory that a sandboxed command is given. */
  readonly work: string
  /** For scripts: where things are, as variables. */
  readonly places: Readonly<Record<string, string>>
}

/** What no attempt may ever print. */
export const secret = 'the-secret-of-the-neighbour'

/** Not below /tmp, which a sandbox replaces anyway. */
export async function createNeighbourhood(): Promise<Neighbourhood> {
  const root = await realpath(await mkdtemp('/var/tmp/agency-test-'))
  const home = join(root, 'home')
  const work = join(root, 'agency/sessions/mine')
  const other = join(root, 'agency/sessions/other')
  const credentials = join(root, 'agency/credentials')
  for (const directory of [join(home, '.ssh'), work, other, credentials]) {
    await mkdir(directory, { recursive: true })
  }
  for (const file of [
    join(home, '.ssh/id_rsa'),
    join(home, 'diary'),
    join(other, 'notes'),
    join(credentials, 'key'),
    join(root, 'outside'),
  ]) {
    await writeFile(file, `${secret}\n`)
  }
  await writeFile(join(root, 'tool'), '#!/bin/sh\necho tool\n')
  await chmod(join(root, 'tool'), 0o755)
  return {
    root,
    home,
    work,
    places: { ROOT: root, HOME: home, WORK: work, OTHER: other, CREDENTIALS: credentials },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  }
}
