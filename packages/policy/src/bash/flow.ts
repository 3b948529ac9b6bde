import { numberMark } from './argument.ts'

/** What is known of a shell at one point of a line. */
export interface State {
  readonly variables: ReadonlyMap<string, Value>
  /** The directories it may be in, absolute; none when that cannot be known. */
  readonly directories: readonly string[]
  /** False after `exit`: what follows never runs from here. */
  readonly reachable: boolean
}

/** What a variable may hold. One that is not in the map may hold anything. */
export type Value =
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
  | { readonly kind: 'number' }
  | { readonly kind: 'unknown' }

export const unknownValue: Value = { kind: 'unknown' }
export const numberValue: Value = { kind: 'number' }

/** How a shell goes on after a command: `&&` follows success, `||` failure, `;` either. */
export interface Outcome {
  readonly success: State
  readonly failure: State
}

export function either(state: State): Outcome {
  return { success: state, failure: state }
}

export function join(a: State, b: State): State {
  if (a === b || !b.reachable) return a
  if (!a.reachable) return b
  return {
    variables: joinVariables(a.variables, b.variables),
    directories: joinDirectories(a.directories, b.directories),
    reachable: true,
  }
}

export function afterwards(outcome: Outcome): State {
  return join(outcome.success, outcome.failure)
}

export function withVariable(state: State, name: string, value: Value): State {
  return { ...state, variables: new Map(state.variables).set(name, value) }
}

export function isNumeric(value: Value | undefined): boolean {
  if (value === undefined || value.kind === 'unknown') return false
  return (
    value.kind === 'number' ||
    value.texts.every((text) => /^-?(0|[1-9]\d{0,14})$/.test(text) || text === numberMark)
  )
}

/** More values or directories than this count as unknown: the judge has to stay quick. */
export const mostAlternatives = 24

function joinVariables(
  a: ReadonlyMap<string, Value>,
  b: ReadonlyMap<string, Value>,
): ReadonlyMap<string, Value> {
  if (a === b) return a
  const joined = new Map<string, Value>()
  for (const [name, value] of a) {
    const other = b.get(name)
    if (other !== undefined) joined.set(name, joinValues(value, other))
  }
  return joined
}

function joinValues(a: Value, b: Value): Value {
  if (a === b) return a
  if (a.kind === 'texts' && b.kind === 'texts') {
    const texts = [...new Set([...a.texts, ...b.texts])]
    return texts.length > mostAlternatives ? unknownValue : { kind: 'texts', texts }
  }
  return isNumeric(a) && isNumeric(b) ? numberValue : unknownValue
}

function joinDirectories(a: readonly string[], b: readonly string[]): readonly string[] {
  if (a === b) return a
  if (a.length === 0 || b.length === 0) return []
  const joined = [...new Set([...a, ...b])]
  return joined.length > mostAlternatives ? [] : joined
}
