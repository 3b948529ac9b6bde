import { accessSync, constants, statSync } from 'node:fs'
import { type AIRequest, ClaudeInvocationError, permissionModes } from '@agency/core'
import { refusedVariable } from './refused-variables.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Refuses, before anything starts, what could only fail later or do harm. */
export function checkRequest(request: AIRequest, workingDir: string): void {
  const problem = findProblem(request) ?? findDirectoryProblem(workingDir)
  if (problem !== undefined) throw new ClaudeInvocationError('bad-request', problem)
}

function findProblem(request: AIRequest): string | undefined {
  const { permissionMode, conversation, environment = {} } = request
  if (request.prompt.trim() === '') return 'the prompt is empty'
  if (permissionMode !== undefined && !permissionModes.some((mode) => mode === permissionMode)) {
    return `permission mode "${permissionMode}" does not exist; use one of ${permissionModes.join(', ')}`
  }
  const sessionId = conversation?.sessionId
  if (sessionId !== undefined && !uuid.test(sessionId)) {
    return `session id "${sessionId}" is not a UUID`
  }
  for (const name of Object.keys(environment)) {
    const refusal = refusedVariable(name)
    if (refusal !== undefined) return refusal
  }
  return undefined
}

function findDirectoryProblem(path: string): string | undefined {
  try {
    if (!statSync(path).isDirectory()) return `the working directory ${path} is not a directory`
    accessSync(path, constants.R_OK | constants.X_OK)
    return undefined
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    return code === 'ENOENT'
      ? `the working directory ${path} does not exist`
      : `the working directory ${path} cannot be read (${String(code)})`
  }
}
