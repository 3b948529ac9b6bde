import { readFile } from 'node:fs/promises'
import { err, type Result } from '@agency/core'
import { parseScript } from './parse-script.ts'
import type { Script } from './schema.ts'
import { ScriptError } from './script-error.ts'

export async function loadScript(
  path: string,
  /** How messages name it. */
  shownAs = path,
): Promise<Result<Script, ScriptError>> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    const problem = missing ? 'there is no such file' : `cannot be read: ${String(error)}`
    return err(new ScriptError(shownAs, {}, problem))
  }
  return parseScript(text, shownAs)
}
