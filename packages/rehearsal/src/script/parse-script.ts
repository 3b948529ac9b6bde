import { err, ok, type Result } from '@agency/core'
import { type Document, isMap, isNode, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { type Script, type ScriptedConversation, scriptSchema, type Turn } from './schema.ts'
import { ScriptError, type ScriptPlace } from './script-error.ts'
import { builtInNames, namesIn } from './template.ts'
import { unknownAlias, yamlProblem } from './yaml-problem.ts'

type Path = readonly PropertyKey[]

/** Reads a script from YAML or JSON. The file name is for messages, and names a script without a name. */
export function parseScript(text: string, fileName: string): Result<Script, ScriptError> {
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'error', // a warning would go to stderr past every frame
  })
  const [broken] = document.errors
  const fault = broken ? yamlProblem(document, broken) : unknownAlias(document)
  if (fault) return err(new ScriptError(fileName, placeOf(lines, fault.offset), fault.problem))
  const fail = (path: Path, problem: string) =>
    err(new ScriptError(fileName, locate(document, lines, path), problem))

  const read = readDocument(document)
  if (!read.ok) return fail([], read.error)
  const parsed = scriptSchema.safeParse(read.value, { error: describeValue })
  if (!parsed.success) {
    const issue = firstIssue(parsed.error)
    return fail(issue.path, issue.message)
  }
  const { turns, conversations, name } = parsed.data
  const script: Script = {
    name: name ?? baseName(fileName),
    conversations: turns ? [{ repeat: true, turns }] : (conversations ?? []),
  }
  for (const [index, conversation] of script.conversations.entries()) {
    const unknown = findUnknownName(conversation)
    if (unknown === undefined) continue
    const path = turns ? ['turns', unknown.turn] : ['conversations', index, 'turns', unknown.turn]
    return fail(path, unknown.problem)
  }
  return ok(script)
}

function readDocument(document: Document): Result<unknown, string> {
  try {
    return ok(document.toJS())
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error))
  }
}

/** Words for a value of the wrong kind or size, where the schema has none of its own. */
function describeValue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'too_small') {
    return issue.origin === 'number' || issue.origin === 'int'
      ? `a number from ${issue.minimum} is needed here`
      : 'this may not be empty; fill it in or leave it out'
  }
  if (issue.code !== 'invalid_type') return undefined
  return `${kinds[issue.expected] ?? issue.expected} is needed here, not ${kindOf(issue.input)}`
}

const kinds: Readonly<Record<string, string>> = {
  object: 'a mapping',
  record: 'a mapping',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  return Array.isArray(value) ? 'a list' : (kinds[typeof value] ?? typeof value)
}

/** The deepest problem first: an outer one ("a turn needs say or do") often only follows from it. */
function firstIssue(error: z.ZodError): { path: Path; message: string } {
  const [issue] = error.issues.flatMap(flatten).sort((a, b) => b.path.length - a.path.length)
  if (issue === undefined) return { path: [], message: 'not a script' }
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys
    return { path: [...issue.path, key], message: 'not a word of a script; check its spelling' }
  }
  return issue
}

/** A key or a union hides what is wrong inside; of a union the member that came furthest tells most. */
function flatten(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code === 'invalid_key')
    return issue.issues.map((inner) => ({ ...inner, path: issue.path }))
  if (issue.code !== 'invalid_union') return [issue]
  const members = issue.errors.map((member) => member.flatMap(flatten))
  const deepest = members.sort((a, b) => depth(b) - depth(a))[0]
  if (deepest === undefined || depth(deepest) === 0) return [issue]
  return deepest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
}

function depth(issues: readonly z.core.$ZodIssue[]): number {
  return Math.max(
    0,
    ...issues.map((issue) => issue.path.length + (issue.code === 'invalid_type' ? 0 : 1)),
  )
}

function findUnknownName(conversation: ScriptedConversation) {
  const known = new Set<string>(builtInNames)
  for (const [index, turn] of conversation.turns.entries()) {
    for (const name of Object.keys(turn.keep)) known.add(name)
    const unknown = namesInTurn(turn).find((name) => !known.has(name))
    if (unknown === undefined) continue
    const problem = `{{${unknown}}} is not known here; there are ${[...known].join(', ')}, and what earlier turns keep (write \\{{${unknown}}} for the text itself)`
    return { turn: index, problem }
  }
  return undefined
}

function namesInTurn(turn: Turn): string[] {
  const texts: string[] = [turn.say ?? '', turn.think ?? '']
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
  }
  for (const call of turn.do) collect(call.input)
  return texts.flatMap(namesIn)
}

/** Where a path of the value stands in the text; the nearest thing that exists, when it does not. */
function locate(document: Document, lines: LineCounter, path: Path): ScriptPlace {
  const named = { path: showPath(path) }
  for (let length = path.length; length >= 0; length--) {
    const node = nodeAt(document, path.slice(0, length))
    if (isNode(node) && node.range) return { ...placeOf(lines, node.range[0]), ...named }
  }
  return named
}

function nodeAt(document: Document, path: Path): unknown {
  const last = path.at(-1)
  if (last === undefined) return document.contents
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true)
  if (!isMap(parent)) return document.getIn(path, true)
  return parent.items.find((pair) => String(pair.key) === String(last))?.key
}

function placeOf(lines: LineCounter, offset: number): ScriptPlace {
  const { line, col } = lines.linePos(offset)
  return { line, column: col }
}

function showPath(path: Path): string {
  return path.reduce<string>((shown, key) => {
    if (typeof key === 'number') return `${shown}[${key}]`
    return shown === '' ? String(key) : `${shown}.${String(key)}`
  }, '')
}

function baseName(fileName: string): string {
  const last = fileName.split(/[\\/]/).at(-1) ?? fileName
  return last.replace(/\.(ya?ml|json)$/i, '') || 'rehearsal'
}
