import { createHash } from 'node:crypto'
import { isTestFile, type ProjectFingerprint } from '@agency/core'
import { walkProject } from './walk-project.ts'

/** By name, size and time of change: no file is opened, so a large project costs little. */
export function createProjectFingerprint(projectDirectory: string): ProjectFingerprint {
  return {
    async take() {
      const hash = createHash('sha256')
      for await (const { path, size, modified } of walkProject(projectDirectory)) {
        hash.update(`${path}\0${size}\0${modified}\n`)
      }
      return hash.digest('hex')
    },
  }
}

/** Every file whose name says that it holds tests, relative to the project. */
export async function findTestFiles(projectDirectory: string): Promise<string[]> {
  const found: string[] = []
  for await (const { path } of walkProject(projectDirectory)) {
    if (isTestFile(path)) found.push(path)
  }
  return found
}
