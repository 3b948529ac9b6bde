import type { Result } from '@agency/core'
import { loadText } from './load-text.ts'
import { parseScript } from './parse-script.ts'
import type { Script } from './schema.ts'
import type { ScriptError } from './script-error.ts'

export async function loadScript(
  path: string,
  /** How messages name it. */
  shownAs = path,
): Promise<Result<Script, ScriptError>> {
  const text = await loadText(path, shownAs)
  return text.ok ? parseScript(text.value, shownAs) : text
}
