import { access, constants, lstat, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { DamagedStateError } from '@agency/core'
import { storing, systemCode } from '../files/storage-error.ts'
import { stateDirectory, stateFile } from './layout.ts'

/**
 * Makes sure that the project can be worked in and that `.autonoe/` exists, before anything runs: a
 * program in the sandbox could otherwise create it and be its master.
 */
export async function prepareProject(projectDirectory: string): Promise<void> {
  await storing('work in', projectDirectory, async () => {
    await readdir(projectDirectory)
    await access(projectDirectory, constants.R_OK | constants.W_OK | constants.X_OK)
  })
  const state = stateDirectory(projectDirectory)
  await storing('create', state, async () => {
    await mkdir(state).catch(ignoring('EEXIST'))
    await refuseStranger(state)
    const evidence = stateFile(projectDirectory, 'evidence')
    await mkdir(evidence).catch(ignoring('EEXIST'))
    await refuseStranger(evidence)
    await writeFile(stateFile(projectDirectory, '.gitignore'), ignored, { flag: 'wx' }).catch(
      ignoring('EEXIST'),
    )
  })
}

/** A lock in a commit would stop whoever clones it. */
const ignored = 'run.lock\n*.tmp\n'

/** What is protected is this directory; through a link the state would lie in another one. */
async function refuseStranger(path: string): Promise<void> {
  const entry = await lstat(path)
  if (entry.isDirectory()) return
  const leadsTo = entry.isSymbolicLink()
    ? await stat(path).then(
        () => 'a link',
        () => 'a dead link',
      )
    : 'a file'
  throw new DamagedStateError(
    `${path} is ${leadsTo}, not a directory. Move it away and run again`,
    {
      data: { path },
    },
  )
}

function ignoring(code: string) {
  return (error: unknown) => {
    if (systemCode(error) !== code) throw error
  }
}
