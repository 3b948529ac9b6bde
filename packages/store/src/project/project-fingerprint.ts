import { createHash } from 'node:crypto'
import { isTestFile, type ProjectFingerprint } from '@agency/core'
import { textOf } from './byte-path.ts'
import { createContentHashes } from './content-hashes.ts'
import { walkProjectAndLinks } from './follow-links.ts'
import { walkProject } from './walk-project.ts'

/**
 * By the names of all files and directories, and the contents and executable bits of the files, also
 * of those that links reach: a copy of the project has the same.
 */
export function createProjectFingerprint(projectDirectory: string): ProjectFingerprint {
  const contents = createContentHashes(projectDirectory)
  return {
    async take(signal) {
      const hash = createHash('sha256')
      let unpaused = 0
      for await (const entry of walkProjectAndLinks(projectDirectory)) {
        signal?.throwIfAborted()
        if (entry.kind !== 'file') {
          hash.update(`${entry.path}\0${entry.kind}\0\0`)
          continue
        }
        const { hash: content, bytesRead } = contents.of(entry)
        hash.update(`${entry.path}\0${entry.stat.mode & executable}\0${content}\0`)
        unpaused += bytesRead
        if (unpaused < mostBetweenPauses) continue
        unpaused = 0
        await new Promise(setImmediate)
      }
      return hash.digest('hex')
    },
  }
}

const executable = 0o111
const mostBetweenPauses = 16 * 1024 ** 2

/**
 * Every file whose name says that it holds tests, relative to the project. One with a name that is
 * not UTF-8 is left out: no command line and no evidence can name it.
 */
export async function findTestFiles(projectDirectory: string): Promise<string[]> {
  const found: string[] = []
  for await (const { kind, path } of walkProject(projectDirectory)) {
    const name = textOf(path)
    if (kind === 'file' && name !== undefined && isTestFile(name)) found.push(name)
  }
  return found
}
