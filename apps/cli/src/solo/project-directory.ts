import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Context, Invocation } from '../frame/command.ts'
import { textOption } from '../frame/read-option.ts'
import { UsageError } from '../frame/usage-error.ts'

/** What --project-dir names, or where the command was started. Throws a UsageError unless it is there. */
export function readProjectDirectory(invocation: Invocation, context: Context): string {
  const typed = textOption(invocation, 'projectDir')
  if (typed === '') throw new UsageError('--project-dir is empty; write a directory')
  const path = resolve(context.workingDirectory, typed ?? '.')
  const problem = problemWith(path)
  if (problem !== undefined) throw new UsageError(`the project directory ${path} ${problem}`)
  return path
}

function problemWith(path: string): string | undefined {
  try {
    return statSync(path).isDirectory() ? undefined : 'is not a directory'
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? 'does not exist' : `cannot be used (${code})`
  }
}
