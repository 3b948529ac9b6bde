import { readFile } from 'node:fs/promises'
import { type AgentConfiguration, err, ok, type Result } from '@agency/core'
import { type InvalidFileError, parseAgentConfiguration } from '@agency/protocol'
import { StorageError, systemCode } from '../files/storage-error.ts'
import { stateFile } from './layout.ts'

/** What the project says in .autonoe/agent.json; nothing where there is none. */
export async function loadAgentConfiguration(
  projectDirectory: string,
): Promise<Result<AgentConfiguration, InvalidFileError | StorageError>> {
  const path = stateFile(projectDirectory, 'agent.json')
  try {
    return parseAgentConfiguration(await readFile(path, 'utf8'), path)
  } catch (error) {
    return systemCode(error) === 'ENOENT' ? ok({}) : err(new StorageError('read', path, error))
  }
}
