import { err, ok, type Result } from '@agency/core'
import type { z } from 'zod'
import { describeIssue } from './describe-issue.ts'
import { InvalidFileError } from './invalid-file-error.ts'
import { keyOf, scanJson } from './json/scan-json.ts'

export interface JsonFile {
  /** As a person would name it. */
  readonly name: string
  /** What to do about a file that cannot be mended, as a sentence. */
  readonly fix: string
}

/** Text to typed value; the error names the file, the place in it and what is accepted there. */
export function parseJsonFile<T>(
  text: string,
  schema: z.ZodType<T>,
  file: JsonFile,
): Result<T, InvalidFileError> {
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text
  const fail = (offset: number, problem: string) =>
    err(new InvalidFileError({ file: file.name, ...placeAt(content, offset) }, problem, file.fix))
  if (content.trim() === '') return fail(0, 'the file is empty')
  const scan = scanJson(content)
  if (!scan.ok) return fail(scan.offset, `not valid JSON: ${scan.problem}`)
  const parsed = schema.safeParse(JSON.parse(content))
  if (parsed.success) return ok(parsed.data)
  const [first, ...others] = parsed.error.issues
  if (first === undefined) return fail(0, 'not what it should be')
  const { path, problem } = describeIssue(first)
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  return fail(offsetOf(path, scan.offsets), `${pathText(path)}${problem}${more}`)
}

/** Of the value, or of the nearest thing around it that is there. */
function offsetOf(path: readonly PropertyKey[], offsets: ReadonlyMap<string, number>): number {
  for (let length = path.length; length > 0; length--) {
    const offset = offsets.get(keyOf(path.slice(0, length)))
    if (offset !== undefined) return offset
  }
  return offsets.get(keyOf([])) ?? 0
}

/** `deliverables[0].passed: ` */
function pathText(path: readonly PropertyKey[]): string {
  if (path.length === 0) return ''
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
  return `${text.join('').replace(/^\./, '')}: `
}

function placeAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}
