import { err, ok, type Result } from '@agency/core'
import { parseJson } from '../parse-json.ts'
import { loadText } from '../script/load-text.ts'
import { ScriptError } from '../script/script-error.ts'
import { type Exchange, exchangeSchema } from './exchange.ts'

export async function loadCassette(
  path: string,
  /** How messages name it. */
  shownAs = path,
): Promise<Result<Exchange[], ScriptError>> {
  const text = await loadText(path, shownAs)
  return text.ok ? parseCassette(text.value, shownAs) : text
}

export function parseCassette(text: string, fileName: string): Result<Exchange[], ScriptError> {
  const exchanges: Exchange[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const parsed = exchangeSchema.safeParse(parseJson(line))
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      const path = issue?.path.join('.') ?? ''
      const problem = `not a recorded exchange (${issue?.message ?? 'not JSON'}); record it again`
      return err(new ScriptError(fileName, { line: index + 1, path }, problem))
    }
    exchanges.push(parsed.data)
  }
  if (exchanges.length === 0) return err(new ScriptError(fileName, {}, 'nothing is recorded in it'))
  return ok(exchanges)
}
