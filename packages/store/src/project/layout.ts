import { join } from 'node:path'

/** Where agency keeps the state of a project. */
export function stateDirectory(projectDirectory: string): string {
  return join(projectDirectory, '.autonoe')
}

export function stateFile(projectDirectory: string, name: string): string {
  return join(stateDirectory(projectDirectory), name)
}
