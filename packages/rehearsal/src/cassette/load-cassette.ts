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
  const lines = text.split('\n')
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const fail = (problem: string, path = '') =>
      err(new ScriptError(fileName, { line: index + 1, path }, problem))
    const value = parseJson(line)
    if (value === undefined) {
      // A recording ends every line; the last one has no end when it was cut off.
      const cut = index === lines.length - 1
      return fail(`the line is ${cut ? 'cut off' : 'not JSON'}; remove it, or record again`)
    }
    const parsed = exchangeSchema.safeParse(value)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      const problem = `not a recorded exchange (${issue?.message}); record it again`
      return fail(problem, issue?.path.join('.'))
    }
    exchanges.push(parsed.data)
  }
  if (exchanges.length === 0) return err(new ScriptError(fileName, {}, 'nothing is recorded in it'))
  return ok(exchanges)
}
