import { readFile } from 'node:fs/promises'
import type { InstructionResolver } from '@agency/core'
import { StorageError, systemCode } from '../files/storage-error.ts'
import { stateFile } from './layout.ts'

export interface BuiltInInstructions {
  readonly initializer: string
  readonly coding: string
}

/** The instruction that the project gives in .autonoe/<name>.md, else the one that is built in. */
export function createInstructionResolver(
  projectDirectory: string,
  builtIn: BuiltInInstructions,
): InstructionResolver {
  return {
    async resolve(name) {
      const path = stateFile(projectDirectory, `${name}.md`)
      try {
        return await readFile(path, 'utf8')
      } catch (error) {
        if (systemCode(error) === 'ENOENT') return builtIn[name]
        throw new StorageError('read', path, error)
      }
    },
  }
}
