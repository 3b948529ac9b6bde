import { readFile } from 'node:fs/promises'
import { err, errorMessage, ok, type Result } from '@agency/core'
import { ScriptError } from './script-error.ts'

export async function loadText(
  path: string,
  /** How messages name it. */
  shownAs: string,
): Promise<Result<string, ScriptError>> {
  try {
    return ok(await readFile(path, 'utf8'))
  } catch (error) {
    return err(new ScriptError(shownAs, {}, describeProblem(error)))
  }
}

function describeProblem(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EISDIR') return 'this is a directory, not a file'
  return `cannot be read: ${errorMessage(error)}`
}
