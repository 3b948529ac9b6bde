import { readFile } from 'node:fs/promises'
import { err, ok, type Result } from '@agency/core'
import { ScriptError } from './script-error.ts'

export async function loadText(
  path: string,
  /** How messages name it. */
  shownAs: string,
): Promise<Result<string, ScriptError>> {
  try {
    return ok(await readFile(path, 'utf8'))
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    const problem = missing ? 'there is no such file' : `cannot be read: ${String(error)}`
    return err(new ScriptError(shownAs, {}, problem))
  }
}
